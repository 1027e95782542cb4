/**
 * Code that is a text while the page runs: `eval`, `new Function`, `setTimeout('…')`, a script element that is written, a
 * worker made of a blob. In: the text as a value. Out: it is run, in the global scope; what cannot be known and may hold a
 * write-back is noted as opaque.
 */

import { classifyPattern } from '../../endpoint.ts';
import { mayHoldWrite } from '../../syntax/candidacy.ts';
import { holeName } from '../../syntax/holes.ts';
import { isKnownLibrary } from '../../syntax/references.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { namesOf, pageEnv } from '../names/environments.ts';
import { moduleOf } from '../names/modules.ts';
import { urlParts } from '../requests/locations.ts';
import { join } from '../values/joins.ts';
import { native } from '../values/objects.ts';
import { partsOf, pattern } from '../values/texts.ts';
import type { Value } from '../values/values.ts';
import { alternatives, INPUT, PARAM, STATE, taintOf, text, top, UNDEFINED } from '../values/values.ts';

/** Text that a person types, a state or a caller holds is not code that the artifact brings along. */
const NOT_ITS_OWN = INPUT | STATE | PARAM;

/** Runs the texts a value may be; the value of the last expression. */
export function runCode(machine: Machine, code: Value, site: Node): Value {
  return alternatives(code)
    .map((option) => runText(machine, option, site))
    .reduce((a, b) => join(a, b));
}

function runText(machine: Machine, code: Value, site: Node): Value {
  if (code.t !== 'str') {
    if (code.t === 'top') noteUnknown(machine, code, site);
    return code.t === 'top' ? top(STATE) : code;
  }
  const dynamic = dynamicUnit(machine, textWithHoles(code), site);
  if (!dynamic) {
    noteUnknown(machine, code, site);
    return top(STATE);
  }
  const before = machine.unit;
  machine.unit = dynamic.unit;
  try {
    return lastValue(machine, dynamic.program.body as readonly Node[], dynamic.env);
  } finally {
    machine.unit = before;
  }
}

interface DynamicUnit {
  readonly unit: number;
  readonly program: Node;
  readonly env: Env;
}

/** Code made of text, parsed once for a place; null when it cannot be parsed. */
function dynamicUnit(machine: Machine, code: string, site: Node): DynamicUnit | null {
  const { facts, globals } = machine;
  const unit = facts.dynamic(code, machine.unit, site.start);
  if (unit === null) {
    if (facts.isFull) machine.ledger.noteCap('more texts are run as code than are looked at', machine.here(site));
    return null;
  }
  const { program } = facts.units[unit]!;
  for (const [name, binding] of namesOf(facts.scopeOf(program))) if (!globals.has(name)) globals.set(name, binding);
  return { unit, program, env: pageEnv(machine, unit, machine.windowObject) };
}

function lastValue(machine: Machine, statements: readonly Node[], env: Env): Value {
  const last = statements.at(-1);
  if (last?.type !== 'ExpressionStatement') {
    machine.block(statements, env);
    return UNDEFINED;
  }
  machine.block(statements.slice(0, -1), env);
  return machine.evaluate(last.expression, env);
}

function textWithHoles(code: Value): string {
  return partsOf(code)
    .map((part, index) => (typeof part === 'string' ? part : holeName(900 + index)))
    .join('');
}

function noteUnknown(machine: Machine, code: Value, site: Node): void {
  const known = partsOf(code).filter((part) => typeof part === 'string');
  if ((taintOf(code) & ~NOT_ITS_OWN) !== 0 || known.some((part) => mayHoldWrite(part)))
    machine.ledger.noteOpaque({
      code: 'dynamic-code',
      detail: 'code that is put together while the page runs',
      spot: machine.here(site),
    });
}

/** `Function('a', 'b', 'body')`: a function of the global scope. */
export function functionOfText(machine: Machine, args: readonly Value[], site: Node): Value {
  const body = args.at(-1);
  if (!body) return native<Machine>('anonymous', () => UNDEFINED);
  const names = args.slice(0, -1).map((argument) =>
    partsOf(argument)
      .filter((part) => typeof part === 'string')
      .join(''),
  );
  const options = alternatives(body).map((option) => {
    if (option.t !== 'str') {
      noteUnknown(machine, option, site);
      return native<Machine>('anonymous', () => top(STATE));
    }
    const text = `(function anonymous(${names.join(',')}\n) {\n${textWithHoles(option)}\n})`;
    const dynamic = dynamicUnit(machine, text, site);
    const statement = (dynamic?.program.body as readonly Node[] | undefined)?.[0];
    if (!dynamic || statement?.type !== 'ExpressionStatement') {
      noteUnknown(machine, option, site);
      return native<Machine>('anonymous', () => top(STATE));
    }
    return machine.evaluate(statement.expression, dynamic.env);
  });
  return options.reduce((a, b) => join(a, b));
}

/** A handler given as text: run when the event comes. */
export function handlerOfText(code: Value, site: Node): Value {
  return native<Machine>('handler', (machine) => runCode(machine, code, site));
}

/** A script element's text runs when it is put into the page. */
export function runCodeLater(machine: Machine, code: Value, site: Node): void {
  machine.listen({ fn: handlerOfText(code, site), kind: 'callback' });
}

/** What a name ends with that is no script. */
const DATA = /\.(?:json|css|svg|png|jpe?g|webp|wasm|txt|md|html?)$/i;

/** A text that is gone to as an address, and runs in place of it: `location = 'javascript:…'`. */
export function followScriptUrl(machine: Machine, url: Value | undefined, site: Node): void {
  for (const option of url ? alternatives(url) : []) {
    if (option.t !== 'str') continue;
    const [first, ...rest] = option.parts;
    const head = typeof first === 'string' ? SCRIPT_URL.exec(first)?.[0] : undefined;
    if (head === undefined) continue;
    const parts = [(first as string).slice(head.length), ...rest];
    runCodeLater(machine, { ...option, parts }, site);
  }
}

const SCRIPT_URL = /^\s{0,20}javascript:/i;
const DATA_URL = /^data:(?:text|application)\/(?:x-)?(?:java|ecma)script[^,]{0,100},/i;

/** The code that an address holds itself: of a blob, of `data:`. */
function codeOfUrl(url: Value): Value | undefined {
  if (url.t === 'obj') return url.slots.get('code') as Value | undefined;
  const [first, ...rest] = url.t === 'str' ? url.parts : [];
  const head = typeof first === 'string' ? DATA_URL.exec(first)?.[0] : undefined;
  if (head === undefined) return undefined;
  const written = (first as string).slice(head.length);
  if (rest.length > 0) return pattern([written, ...rest]);
  return text(/;base64/i.test(head) ? Buffer.from(written, 'base64').toString() : decoded(written));
}

function decoded(written: string): string {
  return written.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

/** A file of the page's own that only a running script asks for is not at hand. */
export function loadScript(machine: Machine, url: Value, site: Node): void {
  for (const option of alternatives(url)) {
    const code = codeOfUrl(option);
    if (code) {
      runCodeLater(machine, code, site);
      continue;
    }
    const address = urlParts(option).map((part) => (typeof part === 'string' ? part : null));
    const reach = classifyPattern(address, machine.page.base);
    if (reach !== 'own-origin' && reach !== 'loopback') continue;
    const name = address.map((part) => part ?? '{…}').join('');
    const specifier = /^\.{0,2}\//.test(name) ? name : `./${name}`;
    if (moduleOf(machine, name) || moduleOf(machine, specifier)) continue;
    if (!isKnownLibrary(name) && !DATA.test(name))
      machine.ledger.noteOpaque({ code: 'sibling-missing', detail: name, spot: machine.here(site) });
  }
}
