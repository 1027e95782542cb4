/**
 * Which texts of a Python module may be pages, fragments or scripts. In: the evaluator and the tree.
 * Out: the chosen texts. What emits nothing (docstrings, bare strings, assertions, patterns) is no candidate.
 */
import type { MappedText } from '../../contracts.ts';
import { chooseTexts } from '../strings/choose.ts';
import type { TextValue, Value } from '../strings/values.ts';
import { UNKNOWN } from '../strings/values.ts';
import type { PythonEvaluator } from './evaluate.ts';
import { braceFormat } from './formats.ts';
import { lookup } from './names.ts';
import type { PyNode } from './tree.ts';
import { callArguments, meaningful, visitTree } from './tree.ts';

export function pythonTexts(
  evaluator: PythonEvaluator,
  root: PyNode,
): { readonly texts: readonly MappedText[]; readonly capped: boolean } {
  const silent = silentNodes(evaluator, root);
  const literals = literalNodes(root, silent);
  // What looks like markup or script outside every literal stands in a comment or a docstring.
  if (!literals.some((node) => TELLING.test(evaluator.source(node)))) return { texts: [], capped: false };
  const candidates = [...valuesAt(evaluator, root, silent), ...grownNames(evaluator)];
  const { texts, capped } = chooseTexts(candidates, sweep(evaluator, literals));
  return { texts: texts.map((value) => undoubled(value).text), capped };
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
function* valuesAt(evaluator: PythonEvaluator, root: PyNode, silent: ReadonlySet<PyNode>): Generator<Value> {
  const places: PyNode[] = [];
  visitTree(root, (node) => {
    if (silent.has(node)) return false;
    if (node.parent && HOLDERS.has(node.parent.name) && TEXT_MAKERS.has(node.name)) places.push(node);
    return true;
  });
  for (const node of places) yield evaluator.valueOf(node);
}

/** Names that grow: what they hold when their scope ends. */
function* grownNames(evaluator: PythonEvaluator): Generator<Value> {
  for (const scope of evaluator.scopes.all) {
    const frame = { scope, bound: null, depth: 0 };
    if (scope.yields.length > 0)
      yield { kind: 'list', items: scope.yields.map((node) => evaluator.evaluate(node, frame)) };
    for (const [name, events] of scope.events) {
      const grown = events.some(({ op }) => op === 'add' || op === 'append' || op === 'line' || op === 'extend');
      if (!grown) continue;
      // A name that is taken anew (another file under `f`) is read before each new start as well as at the end.
      for (const at of segmentEnds(events)) yield lookup(evaluator, name, frame, at);
    }
  }
}

function segmentEnds(events: readonly { readonly at: number; readonly op: string }[]): number[] {
  const starts = events.filter((event, i) => i > 0 && (event.op === 'set' || event.op === 'unknown'));
  return [...starts.map((event) => event.at), Number.POSITIVE_INFINITY];
}

const TELLING = /<[a-z!/]|fetch|sendBeacon|XMLHttp|axios|ajax|WebSocket|submit|\bky\b|\.post\b/i;

/** Literals that may be emitted, joined where Python joins them. */
function literalNodes(root: PyNode, silent: ReadonlySet<PyNode>): PyNode[] {
  const literals: PyNode[] = [];
  visitTree(root, (node) => {
    if (silent.has(node)) return false;
    if (node.name !== 'ContinuedString' && node.name !== 'String' && node.name !== 'FormatString') return true;
    literals.push(node);
    return node.name === 'FormatString';
  });
  return literals;
}

function* sweep(evaluator: PythonEvaluator, literals: readonly PyNode[]): Generator<Value> {
  for (const node of literals) yield evaluator.spent ? evaluator.literalAlone(node) : evaluator.valueOf(node);
}

/** Callees whose text arguments are looked for, not sent: patterns, tests, messages. */
const ASKING =
  /^(?:re\.\w+|.*\.(?:startswith|endswith|find|rfind|index|rindex|count|split|rsplit|partition|rpartition|search|match|fullmatch|findall|finditer|sub|compile|assert\w+|debug|info|warning|error|exception|critical|add_argument|ArgumentParser)|assert\w+|add_argument|ArgumentParser|compile)$/;

/** Subtrees that emit nothing: docstrings, bare strings, assertions, comparisons, patterns, annotations. */
function silentNodes(evaluator: PythonEvaluator, root: PyNode): ReadonlySet<PyNode> {
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

function isComparison(evaluator: PythonEvaluator, node: PyNode): boolean {
  const operator = node.children[1];
  return (
    operator !== undefined && /^(?:CompareOp|in|not|is)$/.test(operator.name) && evaluator.source(operator) !== '+'
  );
}

function silenceArguments(evaluator: PythonEvaluator, node: PyNode, silent: Set<PyNode>): void {
  const [callee, list] = node.children;
  if (!callee || list?.name !== 'ArgList' || callee.to - callee.from > 400) return;
  const name = evaluator.source(callee);
  if (ASKING.test(name)) silent.add(list);
  else if (name.endsWith('.replace')) {
    const first = callArguments(evaluator.file.text, list).positional[0];
    if (first) silent.add(first);
  }
}
