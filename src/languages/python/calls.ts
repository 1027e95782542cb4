/**
 * Calls that make text: methods of strings, template engines, wrappers that hand their text on, functions of the file.
 * In: an evaluator, a call and its frame. Out: a Value; an unknown call is an unknown value.
 */
import { replaceText } from '../strings/transforms.ts';
import type { TextValue, Value } from '../strings/values.ts';
import { concat, guessed, jsonOf, scalar, UNKNOWN } from '../strings/values.ts';
import type { Evaluator, Frame } from './evaluator.ts';
import type { Lookup } from './formats.ts';
import { braceFormat, dollarFormat, jinjaFormat, trimmed } from './formats.ts';
import { classBehind, lineage } from './names.ts';
import type { Scope } from './scopes.ts';
import type { CallArguments, PyNode } from './tree.ts';
import { callArguments, childNamed, meaningful } from './tree.ts';

/** Functions that give back their first argument as far as a browser can tell. */
const PASS_THROUGH =
  /^(?:dedent|cleandoc|indent|Markup|SafeString|mark_safe|str|bytes|bytearray|HTML|Template|from_string|Response|HTMLResponse|HttpResponse|make_response|minify|escape_braces|StringIO|BytesIO|Path|html|raw)$/;
/** and those that change no text. */
const AS_IS = /^(?:Markup|SafeString|mark_safe|str|HTML|Response|HTMLResponse|HttpResponse|make_response)$/;
const TEXT_METHODS =
  /^(?:strip|lstrip|rstrip|encode|decode|expandtabs|removeprefix|removesuffix|lower|upper|title|format_map|getvalue|unescape)$/;
const CALL_DEPTH = 60;

interface Call {
  readonly node: PyNode;
  readonly given: CallArguments;
  readonly list: PyNode;
  readonly frame: Frame;
}

export function callText(evaluator: Evaluator, node: PyNode, frame: Frame): Value {
  const callee = node.children[0];
  const list = childNamed(node, 'ArgList');
  if (!callee || !list) return UNKNOWN;
  const call = { node, list, frame, given: callArguments(evaluator.file.text, list) };
  const name = evaluator.source(callee.name === 'MemberExpression' ? (callee.children.at(-1) ?? callee) : callee);
  if (callee.name === 'MemberExpression') {
    const made = methodText(evaluator, call, callee.children[0]!, name);
    if (made) return made;
  }
  const own = ownFunction(evaluator, callee, name, frame);
  if (own) return followCall(evaluator, own, call);
  if (name === 'dict' && callee.name === 'VariableName') return dictionary(evaluator, call);
  const first = call.given.positional[0] ?? call.given.named.get('content') ?? call.given.named.get('source');
  if (!first) return UNKNOWN;
  if (name === 'render_template_string') return jinja(evaluator, call, evaluator.evaluate(first, frame));
  if (name === 'dumps' || name === 'tojson') return jsonOf(evaluator.evaluate(first, frame), node.from);
  if (name === 'len') return lengthOf(evaluator.evaluate(first, frame), node.from);
  if (!PASS_THROUGH.test(name)) return UNKNOWN;
  const value = evaluator.evaluate(first, frame);
  return AS_IS.test(name) ? value : guessed(value);
}

/** `dict(defaults, key=value, **more)`: a later value takes an earlier one's place. */
function dictionary(evaluator: Evaluator, { given, frame }: Call): Value {
  const entries = new Map<string, Value>();
  let isWhole = true;
  for (const node of [...given.positional.slice(0, 1), ...given.spread]) {
    const from = evaluator.evaluate(node, frame);
    isWhole &&= from.kind === 'dict' && !from.guess;
    copyEntries(evaluator, from, entries);
  }
  for (const [key, node] of given.named) entries.set(key, evaluator.evaluate(node, frame));
  const made: Value = { kind: 'dict', entries };
  return isWhole ? made : guessed(made);
}

/** Puts what a mapping holds into another; what is no mapping, or not known, puts nothing there. */
export function copyEntries(evaluator: Evaluator, from: Value, into: Map<string, Value>): void {
  if (from.kind !== 'dict') return;
  for (const [key, value] of from.entries) {
    evaluator.charge();
    into.set(key, value);
  }
}

/** A method on text, or on a list for `join`; null when the receiver is neither. */
function methodText(evaluator: Evaluator, call: Call, receiver: PyNode, name: string): Value | null {
  const { frame, node } = call;
  if (!/^(?:copy|join|format|replace|substitute|safe_substitute|render)$/.test(name) && !TEXT_METHODS.test(name))
    return null;
  const value = evaluator.evaluate(receiver, frame);
  if (name === 'copy') return value.kind === 'dict' ? guessed(value) : null;
  if (name === 'getvalue' && value.kind === 'list') return concat(value.items, node.from);
  if (value.kind !== 'text') return null;
  const made = textMethod(evaluator, call, value, name);
  return value.guess ? guessed(made) : made;
}

function textMethod(evaluator: Evaluator, call: Call, value: TextValue, name: string): Value {
  const { given } = call;
  const lookup = lookupIn(evaluator, call);
  if (name === 'join') return joined(evaluator, call, value);
  if (name === 'format') return braceFormat(value, lookup);
  if (name === 'format_map') return braceFormat(value, mapLookup(evaluator, call));
  if (name === 'substitute' || name === 'safe_substitute')
    return dollarFormat(value, given.positional[0] ? mapLookup(evaluator, call) : lookup, name === 'safe_substitute');
  if (name === 'render') return jinja(evaluator, call, value);
  if (name === 'replace') return replaced(evaluator, call, value);
  if (name === 'strip') return trimmed(value);
  return name === 'encode' || name === 'decode' ? value : guessed(value);
}

function replaced(evaluator: Evaluator, call: Call, value: TextValue): Value {
  const [from, to] = call.given.positional;
  if (!from || !to) return guessed(value);
  const old = evaluator.evaluate(from, call.frame);
  if (old.kind !== 'text') return guessed(value);
  return guessed(replaceText(value, old.text.text, evaluator.evaluate(to, call.frame), to.from));
}

function joined(evaluator: Evaluator, call: Call, separator: TextValue): Value {
  const first = meaningful(call.list)[0];
  if (!first) return UNKNOWN;
  const value = evaluator.evaluate(first, call.frame);
  // `"".join(f(x) for x in xs)`: one item stands for all.
  if (call.list.children.some((child) => child.name === 'for')) return guessed(value);
  if (value.kind === 'list') return concat(value.items, call.node.from, separator);
  return value.kind === 'text' ? value : UNKNOWN;
}

function lookupIn(evaluator: Evaluator, { given, frame }: Call): Lookup {
  const spread = given.spread.map((node) => evaluator.evaluate(node, frame));
  return (name, position) => {
    if (name === '' || /^\d+$/.test(name)) {
      const node = given.positional[position];
      return node ? evaluator.evaluate(node, frame) : UNKNOWN;
    }
    const node = given.named.get(name);
    if (node) return evaluator.evaluate(node, frame);
    for (const value of spread) if (value.kind === 'dict' && value.entries.has(name)) return value.entries.get(name)!;
    return UNKNOWN;
  };
}

function mapLookup(evaluator: Evaluator, { given, frame }: Call): Lookup {
  const node = given.positional[0];
  const value = node ? evaluator.evaluate(node, frame) : UNKNOWN;
  return (name) => (value.kind === 'dict' ? (value.entries.get(name) ?? UNKNOWN) : UNKNOWN);
}

/** Names a Jinja text is rendered with. Tags of other kinds are for the markup reader. */
function jinja(evaluator: Evaluator, call: Call, value: Value): Value {
  if (value.kind !== 'text') return UNKNOWN;
  const byName = lookupIn(evaluator, call);
  const byMap = call.given.positional.length > 0 ? mapLookup(evaluator, call) : null;
  return jinjaFormat(value, (name, position) => {
    const named = byName(name, position);
    return named.kind === 'unknown' && byMap ? byMap(name, position) : named;
  });
}

/** How many items a list has, or keys a mapping. */
function lengthOf(value: Value, at: number): Value {
  if (value.kind === 'unknown' || value.kind === 'text' || value.guess) return UNKNOWN;
  const length = String(value.kind === 'list' ? value.items.length : value.entries.size);
  return scalar(length, length, at);
}

function ownFunction(evaluator: Evaluator, callee: PyNode, name: string, frame: Frame): Scope | null {
  if (callee.name === 'MemberExpression') {
    const owner = classBehind(evaluator, callee.children[0]!, frame);
    if (!owner) return null;
    for (const scope of lineage(owner)) {
      const found = scope.functions.get(name);
      if (found) return found;
    }
    return null;
  }
  for (let scope: Scope | null = frame.scope; scope; scope = scope.parent) {
    const found = scope.functions.get(name);
    if (found) return found;
  }
  return null;
}

/** What a function of this file returns for these arguments: the return that brings most. */
function followCall(evaluator: Evaluator, target: Scope, call: Call): Value {
  if (call.frame.depth > CALL_DEPTH) return UNKNOWN;
  const bound = bindArguments(evaluator, target, call);
  // Without a known argument every call is the same call, and its value is remembered.
  const telling = [...bound.values()].some((value) => value.kind !== 'unknown');
  const frame: Frame = { scope: target, bound: telling ? bound : null, depth: call.frame.depth + 1 };
  if (target.yields.length > 0) {
    return { kind: 'list', items: target.yields.map((node) => evaluator.evaluate(node, frame)), guess: true };
  }
  let best: Value = UNKNOWN;
  for (const node of target.returns) {
    const value = evaluator.evaluate(node, frame);
    if (weight(value) > weight(best)) best = value;
  }
  return alwaysReturns(target) ? best : guessed(best);
}

/** A function whose only way out is the one that is followed. */
function alwaysReturns({ node, returns }: Scope): boolean {
  const last = childNamed(node, 'Body')?.children.at(-1);
  return returns.length === 1 && last === returns[0]!.parent;
}

function bindArguments(evaluator: Evaluator, target: Scope, call: Call): ReadonlyMap<string, Value> {
  const bound = new Map<string, Value>();
  const isMethod = target.parent?.kind === 'class' && /^(?:self|cls)$/.test(target.params[0]?.name ?? '');
  const params = isMethod ? target.params.slice(1) : target.params;
  params.forEach((param, i) => {
    const node = call.given.positional[i] ?? call.given.named.get(param.name);
    if (node) bound.set(param.name, evaluator.evaluate(node, call.frame));
    // What is spread may stand for any of the rest.
    else if (param.fallback && call.given.spread.length === 0) bound.set(param.name, evaluator.valueOf(param.fallback));
  });
  return bound;
}

function weight(value: Value): number {
  if (value.kind === 'text') return 1 + value.literals.length;
  return value.kind === 'unknown' ? 0 : 1;
}
