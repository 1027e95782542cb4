/**
 * Addresses: `location`, `URL`. In: a machine. Out: their values. The page's own origin is a known text in a URL and the
 * environment's secret in a comparison.
 */

import { PAGE_URL } from '../../endpoint.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { joinAll } from '../values/joins.ts';
import { native, object } from '../values/objects.ts';
import { concat, partsOf, pattern, shownBy } from '../values/texts.ts';
import type { Cell, Obj, Part, Value } from '../values/values.ts';
import { doubtOf, ENV, exact, meant, STATE, text, top, UNDEFINED } from '../values/values.ts';
import { objectUrl } from './object-url.ts';

const PAGE = new URL(PAGE_URL);

/** Known where it becomes part of a URL, unknown where it is compared. */
function own(value: string): Value {
  return pattern([{ taint: ENV, as: value }]);
}

export function locationObject(): Obj {
  const navigate = (name: string): Obj =>
    native<Machine>(name, (m, _s, args, site) => {
      m.effect('nav', `location.${name}`, args, site, 'change');
      return UNDEFINED;
    });
  return object({
    name: 'location',
    open: ENV,
    props: {
      href: own(PAGE.href),
      origin: own(PAGE.origin),
      host: own(PAGE.host),
      hostname: own(PAGE.hostname),
      protocol: own(PAGE.protocol),
      port: own(PAGE.port),
      pathname: own(PAGE.pathname),
      search: pattern([{ taint: ENV, as: '' }]),
      hash: pattern([{ taint: ENV, as: '' }]),
      assign: navigate('assign'),
      replace: navigate('replace'),
      reload: navigate('reload'),
      toString: native('toString', () => own(PAGE.href)),
    },
    behaviour: {
      set: (m: Machine, _self: Obj, key: string, value: Value, site: Node) => {
        m.effect('nav', `location.${key}`, [value], site, 'change');
        return true;
      },
    },
  });
}

/** Parts as they stand in a URL. */
export function urlParts(value: Value): readonly Part[] {
  if (value.t === 'obj' && value.name === 'location') return [PAGE.href];
  const parts = partsOf(value);
  return parts.map((part, index) => {
    if (typeof part === 'string') return part;
    const next = parts[index + 1];
    // The page's host with a port that is not the page's is another server, and may be one on this machine.
    const isOther = part.as === PAGE.host && typeof next === 'string' && /^:\d/.test(next);
    return isOther ? { taint: part.taint } : (part.as ?? part);
  });
}

export function urlGlobal(): Obj {
  return native<Machine>(
    'URL',
    (m, _s, [path = UNDEFINED, base]) =>
      joinAll(meant(path).flatMap((one) => bases(base).map((from) => urlObject(m, one, from)))),
    {
      createObjectURL: native<Machine>('createObjectURL', (m, _s, [blob]) => objectUrl(m, blob)),
      revokeObjectURL: native('revokeObjectURL', () => UNDEFINED),
      canParse: native('canParse', () => top(STATE)),
    },
  );
}

/** The addresses a path may be taken against; of a URL, those it may have. */
function bases(base: Value | undefined): readonly (Value | undefined)[] {
  return base ? meant(base).flatMap((one) => meant((one.t === 'obj' && shownBy(one)) || one)) : [undefined];
}

/** Its address is one cell: what it says of itself, and what is set on it, is read from and written to that. */
function urlObject(machine: Machine, path: Value, base: Value | undefined): Obj {
  const address: Cell<Value> = { v: resolve(path, base) };
  const made = object({
    open: doubtOf(address.v),
    born: machine.moment + 1,
    behaviour: URL_PARTS,
  });
  made.slots.set('address', address);
  for (const name of ['toString', 'toJSON'])
    made.props.set(name, { v: native<Machine>(name, (_m, self) => addressOf(self)) });
  made.props.set('searchParams', {
    v: machine.plain(
      {
        set: native('set', () => UNDEFINED),
        append: native('append', () => UNDEFINED),
        get: native('get', () => top(STATE)),
      },
      STATE,
    ),
  });
  return made;
}

/** Setting one of these makes it another address. */
export const ADDRESSED: readonly string[] = ['href', 'protocol', 'host', 'hostname', 'port', 'pathname'];
const READ: ReadonlySet<string> = new Set([...ADDRESSED, 'origin']);

function addressOf(self: Value): Value {
  return (self.t === 'obj' && shownBy(self)) || top(STATE);
}

const URL_PARTS = {
  get: (_machine: Machine, self: Obj, key: string): Value | undefined => {
    if (!READ.has(key)) return undefined;
    const address = addressOf(self);
    if (key === 'href') return address;
    const parsed = parsedFrom(address);
    return parsed ? text(parsed[key as 'host']) : top(doubtOf(address));
  },
  set: (machine: Machine, self: Obj, key: string, value: Value): boolean => {
    if (!ADDRESSED.includes(key)) return key === 'search' || key === 'hash';
    const cell = self.slots.get('address') as Cell<Value>;
    machine.heap.set(cell, key === 'href' ? resolve(value, undefined) : withPart(cell.v, key, value));
    return true;
  },
};

function parsedFrom(address: Value): URL | null {
  const known = exact(address);
  return known === null ? null : URL.parse(known, PAGE_URL);
}

function withPart(address: Value, key: string, value: Value): Value {
  const given = exact(pattern(urlParts(value)));
  const parsed = parsedFrom(address);
  if (given !== null && parsed) {
    parsed[key as 'host'] = given;
    if (parsed.hostname !== PAGE.hostname || parsed.port === '') return text(parsed.href);
    return pattern([`${parsed.protocol}//`, { taint: ENV }, `:${parsed.port}${parsed.pathname}`]);
  }
  if (given !== null && (key === 'host' || key === 'hostname')) return pattern([`https://${given}/`, { taint: STATE }]);
  if (key === 'pathname' && parsed) return pattern([`${parsed.origin}/`, { taint: doubtOf(value) }]);
  return top(STATE);
}

/** A path against a base, as text where both are known. */
function resolve(path: Value, base: Value | undefined): Value {
  const via = path.t === 'str' ? path.via : null;
  const pathParts = urlParts(path);
  if (!base) return pattern(pathParts, via);
  const baseParts = urlParts(base);
  const baseText = baseParts.every((part) => typeof part === 'string') ? baseParts.join('') : null;
  const first = pathParts[0];
  if (baseText !== null && typeof first === 'string') {
    const parsed = URL.parse(first, URL.canParse(baseText) ? baseText : PAGE_URL);
    if (parsed) return pattern([parsed.href, ...pathParts.slice(1)], via);
  }
  if (typeof first === 'string' && /^[a-z][a-z0-9+.-]*:\/\//i.test(first)) return pattern(pathParts, via);
  const origin = typeof baseParts[0] === 'string' ? /^https?:\/\/[^/]+/i.exec(baseParts[0]) : null;
  if (origin && typeof first === 'string') return pattern([`${origin[0]}/`, ...pathParts], via);
  return concat(pattern(baseParts), pattern(pathParts, via));
}
