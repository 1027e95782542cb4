/**
 * What an expression gives, by its shape. In: an expression. Out: whether it is made here and now or is no object of the program; the
 * expressions one of which is its value; those a new object is made of.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare } from '../../syntax/tree.ts';
import { calleeName } from './member-names.ts';

/** Calls that give something new, or something that is no object of the program. */
export const FRESH =
  /^(?:map|filter|slice|from|of|split|concat|keys|entries|flatMap|flat|create|fromEntries|to(?:Sorted|Reversed|Spliced)|with|parse|stringify|structuredClone|cloneDeep|clone|createElement(?:NS)?|getElement\w+|querySelector(?:All)?|closest|cloneNode|getContext|insertRow|insertCell|fetch|json|text|String|Number|Boolean|Date)$/;
/** Properties that hold parts of the page. */
export const PLATFORM =
  /^(?:target|currentTarget|style|dataset|classList|parentElement|parentNode|documentElement|body|head)$/;
export const LITERALS: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'NewExpression',
  'Literal',
  'TemplateLiteral',
  'BinaryExpression',
  'UnaryExpression',
]);

/** Elements of the page are no objects of the program. */
export function isNodeList(node: Node): boolean {
  const call = bare(node);
  return (
    call.type === 'CallExpression' &&
    /^(?:querySelectorAll|getElementsBy\w+)$/.test(calleeName(bare(call.callee)) ?? '')
  );
}

/** The expressions one of which is the value of this one. */
export function parts(node: Node): readonly Node[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate!];
    case 'LogicalExpression':
      return [node.left, node.right];
    case 'AssignmentExpression':
      return [node.right];
    case 'SequenceExpression':
      return node.expressions.slice(-1);
    case 'AwaitExpression':
    case 'YieldExpression':
    case 'SpreadElement':
      return node.argument ? [node.argument] : [];
    default:
      return [];
  }
}

/** The expressions a new object is made of. */
export function contents(node: Node): readonly Node[] {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.filter((element) => element !== null);
    case 'ObjectExpression':
      return node.properties.map((one) => (one.type === 'SpreadElement' ? one.argument! : one.value));
    case 'NewExpression':
      return node.arguments;
    default:
      return [];
  }
}
