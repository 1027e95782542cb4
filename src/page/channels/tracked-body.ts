/**
 * The parsed body of an accepted write, watched. In: the answer and the way to the engine. Out: an object of the page's
 * realm that reports the first look at anything in it, and the absent fields and array methods the page asks for.
 * Fields that the engine unlocks are there, truthy, and answer to anything.
 */
import type { Ask } from './ask.ts';
import type { RequestAnswer } from './protocol.ts';

const ARRAY_MEMBERS: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  ...Object.getOwnPropertyNames(Array.prototype).filter(
    (name) => name !== 'constructor' && !(name in Object.prototype),
  ),
  Symbol.iterator,
]);

/** The realm's own, whatever stands in its place later. */
const { parse } = JSON;

const looks = new WeakMap<object, () => void>();

/** The page asks what kind of value something is, which no trap of an object tells. */
export function askedKind(value: unknown): void {
  if (typeof value === 'object' && value !== null) looks.get(value)?.();
}

export function trackedBody(answer: RequestAnswer, ask: Ask): unknown {
  const fields: Record<string, unknown> = parse(answer.body);
  const plain = fields !== null && typeof fields === 'object' && !Array.isArray(fields);
  if (answer.unlocked === null || !plain) {
    ask('looked', { id: answer.id });
    return fields;
  }
  for (const name of answer.unlocked) if (!(name in fields)) fields[name] = standIn();
  const missed = new Set<string>();
  let hasLooked = false;
  const look = () => {
    if (!hasLooked) ask('looked', { id: answer.id });
    hasLooked = true;
  };
  const body = new Proxy(fields, {
    ...looking(look),
    get(target, key, receiver) {
      // Promise resolution asks for `then` of any object, serialisation for `toJSON` before it lists the keys; the page did not.
      if (key !== 'then' && key !== 'toJSON') look();
      if (key in target || typeof key === 'symbol' ? key !== Symbol.iterator : false)
        return Reflect.get(target, key, receiver);
      if (ARRAY_MEMBERS.has(key)) {
        ask('wants-array', { id: answer.id });
        return arrayMember(key);
      }
      if (key !== 'then' && key !== 'toJSON' && typeof key === 'string' && !missed.has(key)) {
        missed.add(key);
        ask('missing', { id: answer.id, field: key });
      }
      return undefined;
    },
  });
  looks.set(body, look);
  return body;
}

/** The ways to get at an object other than by a field. */
function looking(look: () => void): ProxyHandler<Record<string, unknown>> {
  return {
    has(target, key) {
      look();
      return Reflect.has(target, key);
    },
    ownKeys(target) {
      look();
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, key) {
      look();
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    getPrototypeOf(target) {
      look();
      return Reflect.getPrototypeOf(target);
    },
  };
}

function arrayMember(key: PropertyKey): unknown {
  const empty: unknown[] = [];
  const member: unknown = Reflect.get(empty, key);
  return typeof member === 'function' ? member.bind(empty) : member;
}

/** Truthy, `"1"` as text, empty as a list, itself as any property. */
function standIn(): unknown {
  return new Proxy(
    {},
    {
      get(_target, key) {
        if (key === Symbol.toPrimitive || key === 'toString' || key === 'valueOf' || key === 'toJSON') return () => '1';
        if (key === 'then') return undefined;
        if (ARRAY_MEMBERS.has(key)) return arrayMember(key);
        return typeof key === 'symbol' ? undefined : standIn();
      },
    },
  );
}
