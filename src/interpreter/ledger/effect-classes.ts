/**
 * What an effect tells a person. In: one effect. Out: its class of words, whether it is seen at all, and whether it acts as
 * if something had succeeded. Texts speak before names; a name speaks only where there is no telling text.
 */

import type { WordClass } from '../../claims.ts';
import { classOfWords } from '../../claims.ts';
import type { Effect } from './ledger.ts';

const SEEN: ReadonlySet<string> = new Set(['dom', 'dialog', 'nav', 'state', 'call']);

export function isShown(effect: Effect): boolean {
  return SEEN.has(effect.kind) && effect.act !== 'hide';
}

const memo = new WeakMap<Effect, WordClass>();

export function classOf(effect: Effect): WordClass {
  const known = memo.get(effect);
  if (known) return known;
  const found = classify(effect);
  memo.set(effect, found);
  return found;
}

/** Calls that take a message away again, or ask. */
const TAKES_BACK =
  /\b(?:hide|clear|reset|dismiss|remove|close|validate|is|has|check|assert|expect|log|track|parse|get|format|report|escape)\b/i;

function classify(effect: Effect): WordClass {
  if (!isShown(effect)) return 'neutral';
  const text = classOfTexts(effect.texts);
  if (effect.kind === 'dialog' && /^(?:confirm|prompt)$/.test(effect.name))
    return text === 'failure' ? text : 'neutral';
  const name = nameClass(effect);
  if (effect.kind === 'nav') return text === 'claim' || text === 'failure' ? text : 'neutral';
  if (effect.kind === 'call') return classOfCall(effect, text, name);
  if (name === 'failure' && effect.act !== 'text' && text !== 'claim') return 'failure';
  if (text !== 'neutral') return name === 'failure' && text === 'claim' ? 'claim' : text;
  if (effect.kind === 'dialog') return 'neutral';
  return effect.kind === 'dom' &&
    effect.act === 'text' &&
    effect.texts.some((one) => one.replaceAll('\u2026', '').trim() !== '') &&
    name !== 'failure'
    ? 'neutral'
    : name;
}

function nameClass(effect: Effect): WordClass {
  const name = effect.name.replace(
    /\.(?:textContent|innerText|innerHTML|outerHTML|value|hidden|remove|append\w*|prepend|style\.\w+|classList\.\w+|className)$/,
    '',
  );
  if (
    /\b(?:error|err|warn|fail|danger)\w*\s*(?:count|s)?$/i.test(name) &&
    effect.kind === 'call' &&
    TAKES_BACK.test(splitName(name))
  )
    return 'neutral';
  return classOfWords(splitName(name).replace(/\b(?:ok|done|wait|lost|missing|bad|kept|noted|joined|alert)\b/gi, ''));
}

function splitName(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_$#.\-()]+/g, ' ');
}

/** The class of the telling one of several texts. */
export function classOfTexts(texts: readonly string[]): WordClass {
  const classes = texts.map((text) => classOfWords(stripMarkup(text).replaceAll('\u2026', ' ')));
  // Any alternative may be the one a person reads: a claim among them counts, a failure only if nothing claims.
  for (const one of ['claim', 'failure', 'progress'] as const) if (classes.includes(one)) return one;
  return 'neutral';
}

/** One statement that says the one or the other, by something counted or kept on the way: `bad ? 'n not saved' : 'n saved'`. */
export function saysEither(effect: Effect): boolean {
  if (effect.texts.length < 2 || effect.awaited.size === 0) return false;
  const classes = effect.texts.map((text) => classOfWords(stripMarkup(text).replaceAll('\u2026', ' ')));
  return classes.includes('claim') && classes.includes('failure');
}

/** One statement that claims or says something else, as something decides that is not the answer. */
export function mayClaimNothing(effect: Effect): boolean {
  return effect.texts.length > 1 && effect.texts.some((text) => classOfTexts([text]) !== 'claim');
}

function stripMarkup(text: string): string {
  return text.includes('<') ? text.replace(/<[^<>]{0,300}>/g, ' ') : text;
}

function classOfCall(effect: Effect, text: WordClass, name: WordClass): WordClass {
  if (
    TAKES_BACK.test(
      splitName(effect.name.slice(effect.name.lastIndexOf('.') + 1))
        .trim()
        .split(/\s+/)[0] ?? '',
    ) &&
    text !== 'claim'
  )
    return 'neutral';
  if (name === 'failure' || text === 'failure') return 'failure';
  if (text === 'progress') return 'progress';
  return text === 'claim' || name === 'claim' ? 'claim' : 'neutral';
}

/** Something a person would take for success although no word says so. */
export function isBehavioural(effect: Effect, labels: ReadonlySet<string>): boolean {
  if (!['dom', 'dialog', 'nav', 'state'].includes(effect.kind)) return false;
  const kind = classOf(effect);
  if (kind === 'failure' || kind === 'progress') return false;
  if (effect.act === 'hide') return isClosing(effect);
  if (effect.kind === 'state')
    return effect.act !== 'change' || !/loading|busy|pending|saving|submitting|disabled|error|dirty/i.test(effect.name);
  return !effect.texts.some((text) => labels.has(text.trim().toLowerCase()) || IMPERATIVE.test(text.trim()));
}

/** Hiding what the person works in is an act; hiding a spinner or an error is putting things back. */
function isClosing(effect: Effect): boolean {
  if (effect.kind !== 'dom') return false;
  if (/\.(?:textContent|innerHTML|innerText)$/.test(effect.name)) return false;
  return /modal|dialog|form|overlay|popup|panel|drawer|editor|sheet|row|card|item/i.test(effect.name);
}

const IMPERATIVE =
  /^(?:save|submit|send|add|create|update|delete|remove|post|publish|upload|retry|ok|continue|next|apply|confirm|save changes|speichern|absenden|senden|enregistrer|envoyer|guardar|enviar|salvar|salva|сохранить|保存|提交|送信)$/i;
