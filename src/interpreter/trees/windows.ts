/**
 * The window by syntax. In: an expression, a function with its parent. Out: whether the one may be the window of the page; whether
 * the other may be called with it as its `this`.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare } from '../../syntax/tree.ts';
import { calleeName, memberKey } from './member-names.ts';

const WINDOW = /^(?:window|self|globalThis|top|parent|frames)$/;
/** Functions of the platform that call what they are given without a `this`. */
const BARE_CALLS =
  /^(?:set(?:Timeout|Interval|Immediate)|request\w+|queueMicrotask|then|catch|finally|forEach|map|filter|some|every|find\w*|reduce\w*|flatMap|sort|from|call|apply|bind)$/;

/** `window`, by any of its names. */
export function isWindow(node: Node): boolean {
  return node.type === 'Identifier' && WINDOW.test(node.name);
}

/** `window.parent`, `document.defaultView`, `event.view`. */
export function isWindowMember(member: Node): boolean {
  let node = member;
  for (;;) {
    const key = memberKey(node);
    const holder = bare(node.object);
    if (key === 'defaultView') return true;
    if (key === 'view') return holder.type === 'Identifier' && /^(?:e|ev|evt|event)$/.test(holder.name);
    if (key === null || !WINDOW.test(key)) return false;
    if (holder.type !== 'MemberExpression') return isWindow(holder);
    if (memberKey(holder) === 'contentWindow') return true;
    node = holder;
  }
}

/** No method of an object, as far as its place tells. */
export function isCalledBare(fn: Node, parent: Node | null): boolean {
  if (fn.type === 'ArrowFunctionExpression' || !parent) return false;
  switch (parent.type) {
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return false;
    case 'AssignmentExpression':
      return parent.left.type !== 'MemberExpression' || isWindow(bare(parent.left.object));
    case 'CallExpression': {
      const callee = bare(parent.callee);
      return callee.type !== 'MemberExpression' || BARE_CALLS.test(calleeName(callee) ?? '');
    }
    default:
      return true;
  }
}
