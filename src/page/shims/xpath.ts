/**
 * XPath with its optional arguments left out (DOM Standard, "XPath"). In: an expression or a compiled one and, if given, a
 * node, a resolver, a type and a result. Out: what the realm's own `evaluate` makes of the full list. Its classes refuse to
 * be called without `new`: they are old functions, which would then write to the global object of the engine.
 */
import type { PageHost } from '../bridge.ts';
import { define } from '../channels/define.ts';
import { defineShim } from './use.ts';

type Constructor = new (...args: never[]) => object;

const ANY_TYPE = 0;

export function installXPath(window: Window & typeof globalThis, host: PageHost): void {
  const { Document, XPathEvaluator, XPathExpression } = window;
  for (const { prototype } of [Document, XPathEvaluator]) {
    const own: Document['evaluate'] = prototype.evaluate;
    defineShim(prototype, host, 'xpath', {
      evaluate(
        this: Document,
        expression: string,
        context: Node,
        resolver: XPathNSResolver | null = null,
        type = ANY_TYPE,
        result: XPathResult | null = null,
      ) {
        return Reflect.apply(own, this, [expression, context, resolver, type, result]);
      },
    });
  }
  for (const name of ['XPathResult', 'XPathExpression', 'XPathEvaluator', 'XPathException']) {
    const own: unknown = Reflect.get(window, name);
    if (typeof own === 'function') define(window, { [name]: onlyConstructed(own as Constructor) });
  }
  const compiled: XPathExpression['evaluate'] = XPathExpression.prototype.evaluate;
  defineShim(XPathExpression.prototype, host, 'xpath', {
    evaluate(this: XPathExpression, context: Node, type = ANY_TYPE, result: XPathResult | null = null) {
      return Reflect.apply(compiled, this, [context, type, result]);
    },
  });
}

function onlyConstructed(own: Constructor): Constructor {
  const guarded = new Proxy(own, {
    apply() {
      throw new TypeError('Illegal constructor');
    },
  });
  const { prototype } = own as { prototype: object };
  Object.defineProperty(prototype, 'constructor', { value: guarded, writable: true, configurable: true });
  return guarded;
}
