/**
 * What a page that is written anew says that it did not say when it was loaded. In: the effects of a run. Out: effects whose
 * texts lack the pieces that the same statement wrote at load: a column titled "done" is no message.
 */
import type { Effect, Ledger } from '../ledger/ledger.ts';
import { placeOf } from '../ledger/ledger.ts';

const ofLedger = new WeakMap<Ledger, Map<string, ReadonlySet<string>>>();

export function newsOf(ledger: Ledger, effects: readonly Effect[]): readonly Effect[] {
  const known = ofLedger.get(ledger) ?? loaded(ledger);
  ofLedger.set(ledger, known);
  if (known.size === 0) return effects;
  return effects.map((effect) => {
    const pieces = known.get(placeOf(effect));
    return pieces && !ledger.loads.has(effect.entry)
      ? { ...effect, texts: effect.texts.map((text) => without(text, pieces)), isDrawn: true }
      : effect;
  });
}

function loaded(ledger: Ledger): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const effect of [...ledger.loads].flatMap((entry) => ledger.inEntry(entry))) {
    if (effect.awaited.size + effect.fired.size > 0) continue;
    for (const text of effect.texts) {
      if (!text.includes('<')) continue;
      const pieces = found.get(placeOf(effect)) ?? new Set<string>();
      found.set(placeOf(effect), pieces);
      for (const piece of piecesOf(text)) pieces.add(piece);
    }
  }
  return found;
}

function without(text: string, known: ReadonlySet<string>): string {
  return piecesOf(text)
    .filter((piece) => !known.has(piece))
    .join(' ');
}

/** The texts between the tags. */
function piecesOf(text: string): readonly string[] {
  return text
    .split(/<[^<>]{0,300}>/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
