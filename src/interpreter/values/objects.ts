/**
 * Making objects of the value domain. In: a shape; a function of the platform. Out: an object; its properties are cells.
 */
import { LazyMap } from './lazy-map.ts';
import { nextSerial } from './serials.ts';
import type { Behaviour, Cell, Closure, Native, Obj, Value } from './values.ts';

/** `M`: what the functions of the platform are handed as the machine. */
export interface Shape<M> {
  readonly kind?: string;
  readonly name?: string;
  readonly props?: Readonly<Record<string, Value>>;
  readonly items?: readonly Value[];
  readonly rest?: Value | null;
  readonly open?: number;
  readonly proto?: Obj | null;
  readonly closure?: Closure | null;
  readonly native?: Native<M> | null;
  readonly behaviour?: Behaviour<M> | null;
  readonly born?: number;
  /** A property it has from the start, made when its properties are looked at. */
  readonly first?: () => readonly [string, Cell<Value | undefined>];
}

/** What the shape leaves out is empty, closed and of nobody. */
export function object<M>(shape: Shape<M> = {}): Obj {
  const props = new LazyMap<string, Cell<Value | undefined>>(shape.first);
  if (shape.props) for (const [key, value] of Object.entries(shape.props)) props.set(key, { v: value });
  return {
    t: 'obj',
    kind: shape.kind ?? (shape.items ? 'array' : 'plain'),
    name: shape.name ?? '',
    props,
    getters: null,
    setters: null,
    proto: shape.proto ?? null,
    open: shape.open ?? 0,
    items: shape.items ? { v: shape.items } : null,
    rest: shape.rest ?? null,
    closure: shape.closure ?? null,
    native: (shape.native ?? null) as Native<never> | null,
    behaviour: (shape.behaviour ?? null) as Behaviour<never> | null,
    slots: new LazyMap(),
    born: shape.born ?? 0,
    serial: nextSerial(),
    via: null,
  };
}

/** The cell of a property, made where there is none. */
export function cellOf(holder: Obj, key: string): Cell<Value | undefined> {
  const known = holder.props.get(key);
  if (known) return known;
  const made: Cell<Value | undefined> = { v: undefined };
  holder.props.set(key, made);
  return made;
}

/** A function that is called when the property is read. */
export function setGetter(holder: Obj, key: string, getter: Obj): void {
  holder.getters ??= new Map();
  holder.getters.set(key, getter);
}

export function setSetter(holder: Obj, key: string, setter: Obj): void {
  holder.setters ??= new Map();
  holder.setters.set(key, setter);
}

/** A function of the platform or of a library. */
export function native<M>(name: string, call: Native<M>, props: Readonly<Record<string, Value>> = {}): Obj {
  return object({ kind: 'function', name, native: call, props });
}

/** A function of the program or of the platform. */
export interface Callable extends Obj {
  readonly callable?: true;
}

/** Surely a function, of the program or of the platform. */
export function isCallable(value: Value): value is Callable {
  return value.t === 'obj' && (value.closure !== null || value.native !== null);
}
