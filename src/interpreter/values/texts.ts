/**
 * Texts with holes. In: values that are put together to a text. Out: a string whose unknown parts are holes, cut to one at the
 * caps; which text a value shows.
 */
import { hasHole, piecesOf } from '../../syntax/holes.ts';
import { isUncounted } from './counts.ts';
import { joinAll, UNION_LIMIT } from './joins.ts';
import type { Cell, Obj, Part, Str, Value, Via } from './values.ts';
import { HOLE, meant, STATE, taintOf, text, UNK } from './values.ts';

const PART_LIMIT = 400;
const STRING_LIMIT = 200_000;

/** A string of parts, neighbours merged, cut to a hole at the cap. */
export function pattern(parts: readonly Part[], via: Via | null = null): Str {
  const merged: Part[] = [];
  let length = 0;
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string') {
      if (part === '') continue;
      length += part.length;
      if (length > STRING_LIMIT || merged.length > PART_LIMIT)
        return { t: 'str', parts: [...merged, { taint: UNK }], via };
      if (typeof last === 'string') merged[merged.length - 1] = last + part;
      else merged.push(part);
    } else if (last !== undefined && typeof last !== 'string' && last.as === undefined && part.as === undefined)
      merged[merged.length - 1] = { taint: last.taint | part.taint };
    else merged.push(part);
  }
  return { t: 'str', parts: merged.length === 0 ? [''] : merged, via };
}

/** A value as text, with holes for what is unknown. Of a union, the parts are a hole. */
export function partsOf(value: Value): readonly Part[] {
  switch (value.t) {
    case 'str':
      return value.parts;
    case 'prim':
      return [String(value.v)];
    case 'obj': {
      const shown = shownBy(value);
      if (shown) return partsOf(shown);
      if (value.items && !value.rest && !isUncounted(value))
        return value.items.v.flatMap((item, index) => (index ? [',', ...partsOf(item)] : [...partsOf(item)]));
      const message = value.kind === 'error' ? value.props.get('message')?.v : undefined;
      if (message) return ['Error: ', ...partsOf(message)];
      return [{ taint: value.open || STATE }];
    }
    default:
      return [{ taint: taintOf(value) || UNK }];
  }
}

/** The text an object is by itself: a node of text, a URL. */
export function shownBy(value: Obj): Value | undefined {
  const address = value.slots.get('address') as Cell<Value> | undefined;
  return address ? address.v : (value.slots.get('text') as Value | undefined);
}

/** The text of generated code, each hole an unknown part. */
export function holed(value: string): Value {
  if (!hasHole(value)) return text(value);
  return pattern(
    piecesOf(value).map((piece) =>
      typeof piece === 'string' ? piece : { taint: HOLE, ...(piece.guess === null ? {} : { as: piece.guess }) },
    ),
  );
}

function viaOf(value: Value): Via | null {
  return value.t === 'str' ? value.via : null;
}

const MERGED_CHARS = 2_000;

/** Too many alternatives as one text: something unknown, with what each of them says standing in it. */
function merged(options: readonly Value[]): readonly Part[] {
  if (options.length === 1) return partsOf(options[0]!);
  const taint = options.reduce((bits, option) => bits | taintOf(option), 0) || STATE;
  const parts: Part[] = [{ taint }];
  let length = 0;
  for (const option of options)
    for (const part of partsOf(option)) {
      if (typeof part !== 'string' || length + part.length > MERGED_CHARS || parts.includes(part)) continue;
      length += part.length;
      parts.push(part, { taint });
    }
  return parts;
}

/** Concatenation; unions multiply out within the cap. */
export function concat(a: Value, b: Value): Value {
  const lefts = meant(a);
  const rights = meant(b);
  if (lefts.length * rights.length > UNION_LIMIT) {
    if (lefts.length === 1 || rights.length > UNION_LIMIT / 2) return pattern([...merged(lefts), ...merged(rights)]);
    return concat(pattern(merged(lefts)), b);
  }
  const results = lefts.flatMap((left) =>
    rights.map((right) => pattern([...partsOf(left), ...partsOf(right)], viaOf(right) ?? viaOf(left))),
  );
  return joinAll(results);
}
