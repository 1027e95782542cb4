/**
 * Code that stands in texts: `setTimeout('ready = true')`. In: nodes of one tree, one by one. Out: texts that give names a value, where
 * something in the tree may run a text. Short ones only: what is longer is evaluated where it is run.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare, cookedText, isFunction } from '../../syntax/tree.ts';
import { calleeName } from './member-names.ts';

const CHARS = 1_000;
const ASSIGNS = /(?:^|[\s;{(,:])[\w$.]+\s{0,9}(?:[-+*|&?]{0,2}=(?![=>])|\+\+|--)/;
const SCRIPT_URL = /^\s{0,20}javascript:/i;
const RUNNERS = /^(?:eval|execScript|Function|constructor|set(?:Timeout|Interval|Immediate)|setAttribute(?:Node)?)$/;

export class TextsThatAssign {
  readonly #texts: string[] = [];
  #areRun = false;

  note(node: Node): void {
    if (node.type === 'Literal') this.#text(node.value);
    else if (node.type === 'TemplateElement') this.#text(cookedText(node));
    else if (node.type === 'CallExpression' || node.type === 'NewExpression') this.#areRun ||= mayRunText(node);
  }

  #text(value: unknown): void {
    if (typeof value !== 'string' || value.length > CHARS || !/[=+-]/.test(value) || value.includes('<')) return;
    if (!ASSIGNS.test(value)) return;
    this.#texts.push(value.replace(SCRIPT_URL, ''));
    this.#areRun ||= SCRIPT_URL.test(value);
  }

  get found(): readonly string[] {
    return this.#areRun ? this.#texts : [];
  }
}

function mayRunText(call: Node): boolean {
  const name = calleeName(bare(call.callee));
  if (name === null || !RUNNERS.test(name)) return false;
  return call.arguments.some((argument) => !isFunction(bare(argument)) && bare(argument).type !== 'ObjectExpression');
}
