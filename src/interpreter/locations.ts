/**
 * Addresses: `location`, `URL`. In: a machine. Out: their values. The page's own origin is a known text in a URL and the
 * environment's secret in a comparison.
 */

import { PAGE_URL } from '../endpoint.ts';
import { joinAll } from './joins.ts';
import type { Machine } from './machine.ts';
import { objectUrl } from './object-url.ts';
import { native, object } from './objects.ts';
import { concat, partsOf, pattern } from './texts.ts';
import type { Behaviour, Obj, Part, Value } from './values.ts';
import { alternatives, ENV, exact, STATE, taintOf, text, top, UNDEFINED } from './values.ts';

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
      set: (m: Machine, _self: Obj, key: string, value: Value, site: never) => {
        m.effect('nav', `location.${key}`, [value], site, 'change');
        return true;
      },
    } as Behaviour<Machine> as Behaviour<never>,
  });
}

/** Parts as they stand in a URL. */
export function urlParts(value: Value): readonly Part[] {
  if (value.t === 'obj' && value.name === 'location') return [PAGE.href];
  return partsOf(value).map((part) => (typeof part === 'string' ? part : (part.as ?? part)));
}

export function urlGlobal(): Obj {
  return native<Machine>(
    'URL',
    (m, _s, [path, base]) => joinAll(alternatives(path ?? UNDEFINED).map((option) => urlObject(m, option, base))),
    {
      createObjectURL: native<Machine>('createObjectURL', (m, _s, [blob]) => objectUrl(m, blob)),
      revokeObjectURL: native('revokeObjectURL', () => UNDEFINED),
      canParse: native('canParse', () => top(STATE)),
    },
  );
}

function urlObject(machine: Machine, path: Value, base: Value | undefined): Obj {
  const resolved = resolve(path, base);
  const made = machine.plain({}, taintOf(resolved) || STATE);
  const parts = exact(resolved);
  const parsed = parts === null ? null : URL.parse(parts, PAGE_URL);
  made.slots.set('text', resolved);
  const props: Record<string, Value> = {
    href: resolved,
    toString: native('toString', () => resolved),
    toJSON: native('toJSON', () => resolved),
    searchParams: machine.plain(
      {
        set: native('set', () => UNDEFINED),
        append: native('append', () => UNDEFINED),
        get: native('get', () => top(STATE)),
      },
      STATE,
    ),
    ...(parsed
      ? {
          origin: text(parsed.origin),
          host: text(parsed.host),
          hostname: text(parsed.hostname),
          pathname: text(parsed.pathname),
          protocol: text(parsed.protocol),
        }
      : {}),
  };
  for (const [key, value] of Object.entries(props)) made.props.set(key, { v: value });
  return made;
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
