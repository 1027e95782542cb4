/**
 * Names by syntax. In: a pattern, an assignment's target, a function with its parent. Out: the names it binds or goes by.
 */
import type { Node } from '../../syntax/tree.ts';
import { keyText } from '../../syntax/tree.ts';

/** The names a pattern binds. */
export function boundNames(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'RestElement' ? property.argument! : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument!);
    case 'TSParameterProperty':
      return boundNames(pattern.parameter);
    default:
      return [];
  }
}

/** Names a function can be called by: its own, the variable, property or method it is the value of. */
export function namesOf(node: Node, parent: Node | null): Set<string> {
  const names = new Set<string>();
  if (node.id) names.add(node.id.name);
  if (!parent) return names;
  if (parent.type === 'VariableDeclarator' && parent.id?.type === 'Identifier') names.add(parent.id.name);
  else if (parent.type === 'AssignmentExpression') names.add(targetName(parent.left));
  else if (['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent.type) && !parent.computed)
    names.add(keyText(parent.key));
  names.delete('');
  return names;
}

/** Properties of elements that hold texts, whatever they are given. */
const TEXTS: ReadonlySet<string> = new Set([
  'textContent',
  'innerText',
  'innerHTML',
  'outerHTML',
  'className',
  'nodeValue',
]);

/** The names that hold what is assigned. */
export function assignedNames(target: Node): readonly string[] {
  const name = targetName(target);
  if (target.type === 'MemberExpression' && TEXTS.has(name)) return [];
  return name === '' ? boundNames(target) : [name];
}

function targetName(target: Node): string {
  if (target.type === 'Identifier') return target.name;
  return target.type === 'MemberExpression' && !target.computed ? keyText(target.property) : '';
}
