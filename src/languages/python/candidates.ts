/**
 * Which texts of a Python module are pages, fragments or scripts. In: the evaluator and the tree.
 * Out: texts, best first, so that every literal that looks like markup or script is in at least one. Candidates compete by the
 * literals they consume, then by transforms and length; what no candidate reached is swept up literal by literal.
 */
import type { MappedText } from '../../contracts.ts';
import { looksLikeMarkup, looksLikeScript } from '../../syntax/candidacy.ts';
import type { Evaluator } from './evaluate.ts';
import { braceFormat } from './formats.ts';
import type { PyNode } from './tree.ts';
import { callArguments, meaningful, visitTree } from './tree.ts';
import type { TextValue, Value } from './values.ts';
import { concat, UNKNOWN } from './values.ts';

/** Characters of all chosen texts together, in multiples of the file and at least. */
const TOTAL_CHARS = 16_000_000;

export interface Chosen {
  readonly texts: readonly MappedText[];
  /** Literals were left out because the texts together grew too large. */
  readonly capped: boolean;
}

export function chooseTexts(evaluator: Evaluator, root: PyNode): Chosen {
  const silent = silentNodes(evaluator, root);
  const candidates = [...valuesAt(evaluator, root, silent), ...grownNames(evaluator)]
    .flatMap(asText)
    .filter((value) => value.literals.length > 0 && isTelling(value));
  candidates.sort(
    (a, b) =>
      b.literals.length - a.literals.length ||
      b.transforms - a.transforms ||
      b.text.text.length - a.text.text.length ||
      a.literals[0]! - b.literals[0]!,
  );
  const used = new Set<number>();
  const texts: MappedText[] = [];
  let total = 0;
  let capped = false;
  const take = (value: TextValue): void => {
    if (value.literals.every((literal) => used.has(literal))) return;
    total += value.text.text.length;
    if (total > TOTAL_CHARS) {
      capped = true;
      return;
    }
    for (const literal of value.literals) used.add(literal);
    texts.push(undoubled(value).text);
  };
  for (const value of candidates) take(value);
  for (const value of sweep(evaluator, root, silent)) if (isTelling(value)) take(value);
  return { texts, capped };
}

function isTelling(value: TextValue): boolean {
  return looksLikeMarkup(value.text.text) || looksLikeScript(value.text.text);
}

function asText(value: Value): TextValue[] {
  if (value.kind === 'text') return [value];
  if (value.kind !== 'list' || value.items.length === 0) return [];
  const joined = concat(value.items, 0);
  return joined.kind === 'text' ? [joined] : [];
}

/** Braces doubled for a `.format` that happens elsewhere, as in `function save() {{`. */
const DOUBLED = /\)\s*\{\{|=>\s*\{\{|\{\{[ \t]*\r?\n/;

function undoubled(value: TextValue): TextValue {
  const { text } = value.text;
  if (value.transforms > 0 || !DOUBLED.test(text) || text.includes('{%')) return value;
  const single = braceFormat(value, () => UNKNOWN);
  return single.kind === 'text' ? single : value;
}

const HOLDERS: ReadonlySet<string> = new Set([
  'AssignStatement',
  'ReturnStatement',
  'YieldStatement',
  'ExpressionStatement',
  'ArgList',
  'LambdaExpression',
  'DictionaryExpression',
  'ArrayExpression',
  'TupleExpression',
  'ParamList',
  'NamedExpression',
  'ConditionalExpression',
]);
const TEXT_MAKERS: ReadonlySet<string> = new Set([
  'String',
  'FormatString',
  'ContinuedString',
  'BinaryExpression',
  'CallExpression',
  'MemberExpression',
  'VariableName',
  'ParenthesizedExpression',
  'ConditionalExpression',
]);

/** The value of every expression that is handed on: assigned, returned, passed. */
function* valuesAt(evaluator: Evaluator, root: PyNode, silent: ReadonlySet<PyNode>): Generator<Value> {
  const places: PyNode[] = [];
  visitTree(root, (node) => {
    if (silent.has(node)) return false;
    if (node.parent && HOLDERS.has(node.parent.name) && TEXT_MAKERS.has(node.name)) places.push(node);
    return true;
  });
  for (const node of places) yield evaluator.valueOf(node);
}

/** Names that grow: what they hold when their scope ends. */
function* grownNames(evaluator: Evaluator): Generator<Value> {
  for (const scope of evaluator.scopes.all) {
    const frame = { scope, bound: null, depth: 0 };
    if (scope.yields.length > 0)
      yield { kind: 'list', items: scope.yields.map((node) => evaluator.evaluate(node, frame)) };
    for (const [name, events] of scope.events) {
      const grown = events.some((event) => event.op === 'add' || event.op === 'append' || event.op === 'extend');
      if (!grown) continue;
      // A name that is taken anew (another file under `f`) is read before each new start as well as at the end.
      for (const at of segmentEnds(events)) yield evaluator.lookup(name, frame, at);
    }
  }
}

function segmentEnds(events: readonly { readonly at: number; readonly op: string }[]): number[] {
  const starts = events.filter((event, i) => i > 0 && (event.op === 'set' || event.op === 'unknown'));
  return [...starts.map((event) => event.at), Number.POSITIVE_INFINITY];
}

/** Literals on their own, joined where Python joins them. */
function* sweep(evaluator: Evaluator, root: PyNode, silent: ReadonlySet<PyNode>): Generator<TextValue> {
  const literals: PyNode[] = [];
  visitTree(root, (node) => {
    if (silent.has(node)) return false;
    if (node.name !== 'ContinuedString' && node.name !== 'String' && node.name !== 'FormatString') return true;
    literals.push(node);
    return node.name === 'FormatString';
  });
  for (const node of literals) {
    const value = evaluator.valueOf(node);
    if (value.kind === 'text') yield value;
  }
}

/** Callees whose text arguments are looked for, not sent: patterns, tests, messages. */
const ASKING =
  /^(?:re\.\w+|.*\.(?:startswith|endswith|find|rfind|index|rindex|count|split|rsplit|partition|rpartition|search|match|fullmatch|findall|finditer|sub|compile|assert\w+|debug|info|warning|error|exception|critical|add_argument|ArgumentParser)|assert\w+|add_argument|ArgumentParser|compile)$/;

/** Subtrees that emit nothing: docstrings, bare strings, assertions, comparisons, patterns, annotations. */
function silentNodes(evaluator: Evaluator, root: PyNode): ReadonlySet<PyNode> {
  const silent = new Set<PyNode>();
  visitTree(root, (node) => {
    const { name } = node;
    if (name === 'AssertStatement' || name === 'RaiseStatement' || name === 'TypeDef') silent.add(node);
    else if (name === 'ExpressionStatement') {
      const only = meaningful(node)[0];
      if (only && /^(?:String|FormatString|ContinuedString)$/.test(only.name)) silent.add(node);
    } else if (name === 'BinaryExpression' && isComparison(evaluator, node)) silent.add(node);
    else if (name === 'CallExpression') silenceArguments(evaluator, node, silent);
  });
  return silent;
}

function isComparison(evaluator: Evaluator, node: PyNode): boolean {
  const operator = node.children[1];
  return (
    operator !== undefined && /^(?:CompareOp|in|not|is)$/.test(operator.name) && evaluator.source(operator) !== '+'
  );
}

function silenceArguments(evaluator: Evaluator, node: PyNode, silent: Set<PyNode>): void {
  const [callee, list] = node.children;
  if (!callee || list?.name !== 'ArgList' || callee.to - callee.from > 400) return;
  const name = evaluator.source(callee);
  if (ASKING.test(name)) silent.add(list);
  else if (name.endsWith('.replace')) {
    const first = callArguments(evaluator.file.text, list).positional[0];
    if (first) silent.add(first);
  }
}
