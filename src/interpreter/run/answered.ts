/**
 * Events by which a library tells that an answer has come. In: the name of an event and what was written so far. Out: the writes
 * it follows; the event then says how they went.
 */
import { NO_WRITES } from '../ledger/recent.ts';
import type { Obj } from '../values/values.ts';
import { prim, STATE } from '../values/values.ts';
import type { Run } from './run.ts';

/** htmx tells of its answers by events: which writes such a handler follows. `element` -1: of any element. */
export function answeredKeys(run: Run, event: string, element: number): readonly string[] {
  const name = /^(?:data-)?(?:hx-on|htmx:|hx:)/.test(event)
    ? /after-?(request|on-?load|swap|settle)$/i.exec(event)?.[1]
    : undefined;
  if (name === undefined || (name.toLowerCase() !== 'request' && run.reply !== 'ok')) return [];
  const own = [...run.ledger.writes.values()].filter((write) => write.primitive === 'htmx');
  return own.filter((write) => element < 0 || write.element === element).map((write) => write.key);
}

/** Runs what comes next as following these answers, and says in the event how they went. */
export function follow(run: Run, event: Obj, keys: readonly string[]): void {
  if (keys.length === 0) return;
  run.after = { fired: NO_WRITES, awaited: new Set(keys) };
  run.wrote = true;
  const isOk = run.reply === 'ok';
  const xhr = run.plain({ status: prim(isOk ? 200 : run.reply === 'net' ? 0 : 404) }, STATE);
  event.props.set('detail', { v: run.plain({ successful: prim(isOk), failed: prim(!isOk), xhr }, STATE) });
}
