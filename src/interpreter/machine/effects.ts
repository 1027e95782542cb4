/**
 * Effects as facts. In: what a program shows, keeps or does, and the values it does it with. Out: an effect in the ledger, with the
 * writes before it; its texts with holes as an ellipsis, cut at a cap.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Effect, EffectKind } from '../ledger/ledger.ts';
import { partsOf } from '../values/texts.ts';
import type { Part, Value } from '../values/values.ts';
import { alternatives, exact, HOLE, RESP, taintOf } from '../values/values.ts';
import type { Machine } from './machine.ts';

/** Characters of an effect's text: a page that is written anew says what changed at its end as well. */
const TEXT_CHARS = 3_000;

/** `values`: what it may show or is about; `act`: what a person sees of it. */
export function recordEffect(
  machine: Machine,
  kind: EffectKind,
  name: string,
  values: readonly Value[],
  site: Node,
  act: Effect['act'],
): void {
  const { ledger, after, mask, entry } = machine;
  const seq = ledger.next();
  machine.tick();
  ledger.note({
    kind,
    name,
    texts: textsOf(values),
    act,
    spot: machine.here(site),
    awaited: after.awaited,
    fired: after.fired,
    mask,
    entry,
    seq,
    ofAnswer: values.some((value) => (taintOf(value) & RESP) !== 0),
  });
}

/** The texts that values may be, holes as an ellipsis; of several values, all in one. */
export function textsOf(values: readonly Value[]): readonly string[] {
  const lists = values.map((value) => alternatives(value).map((option) => shown(partsOf(option))));
  if (lists.length === 1) return lists[0]!;
  return [
    lists
      .map((options) => options.join(' '))
      .join(' ')
      .slice(0, TEXT_CHARS),
  ];
}

function shown(parts: readonly Part[]): string {
  let all = '';
  for (const part of parts) {
    // An ellipsis of the page's own trails off; it is no hole.
    all += typeof part === 'string' ? part.replaceAll('\u2026', '...') : (part.taint === HOLE && part.as) || '\u2026';
    if (all.length >= TEXT_CHARS) return all.slice(0, TEXT_CHARS);
  }
  return all;
}

/** Setting a state to nothing takes back; anything else may tell. */
export function stateAct(value: Value): 'hide' | 'change' | 'text' {
  if ((value.t === 'prim' && !value.v) || exact(value) === '') return 'hide';
  return value.t === 'str' ? 'text' : 'change';
}
