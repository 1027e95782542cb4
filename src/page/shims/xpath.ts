/**
 * XPath with its optional arguments left out (DOM Standard, "XPath"). In: an expression or a compiled one and, if given, a
 * node, a resolver, a type and a result. Out: what the realm's own `evaluate` makes of the full list.
 */
import type { PageHost } from '../bridge.ts';
import { defineShim } from './use.ts';

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
  const compiled: XPathExpression['evaluate'] = XPathExpression.prototype.evaluate;
  defineShim(XPathExpression.prototype, host, 'xpath', {
    evaluate(this: XPathExpression, context: Node, type = ANY_TYPE, result: XPathResult | null = null) {
      return Reflect.apply(compiled, this, [context, type, result]);
    },
  });
}
