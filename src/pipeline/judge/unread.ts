/**
 * What the source knows of an answer's content and no drive can see: that a text or a blob is taken and goes nowhere. In: a
 * write-back both worlds show alike, and its finding. Out: untold where only the taking spoke for it; else the same.
 */
import type { Consequence, Finding } from '../../model.ts';
import type { Fired } from './fired.ts';

/** The source follows the answer to its end and finds nothing that looks at it. */
const UNREAD: ReadonlySet<Consequence> = new Set(['unread-silent', 'claims-unread', 'acts-as-saved']);

export function unreadBySource(fired: Fired, finding: Finding | null): Fired {
  const taken = fired.evidence.find(({ code }) => code === 'not-unlocked');
  if (!taken || !finding || !UNREAD.has(finding.consequence)) return fired;
  const { missing, told } = taken;
  if (told !== undefined || !Array.isArray(missing) || missing.length > 0) return fired;
  const same = { code: 'identical-outcome', at: fired.request.at, body: 'read' };
  const evidence = fired.evidence.map((each) => (each === taken ? same : each));
  return { ...fired, outcome: 'untold', counts: 'lost', confidence: 'low', evidence };
}
