/**
 * Hand-made drives for tests of the judge: one press of Save at 1000 ms, its request at once, the answer 20 ms later.
 * In: what a world showed. Out: observations and facts that differ from a real drive in nothing the judge reads.
 */
import type {
  Action,
  Facts,
  Finding,
  HostDrives,
  Observation,
  Perceived,
  PerceptionKind,
  Recorded,
  Verdict,
  World,
} from '../../src/model.ts';
import { judge } from '../../src/pipeline/judge.ts';
import { hosts, signals } from '../../src/registry.ts';
import { writeBackKey } from '../../src/write-back-key.ts';

const PRESSED = 1000;

export const REFUSING: World = { kind: 'refusing' };
export const ACCEPTING: World = { kind: 'accepting', unlocked: [] };

const LOAD: Action = { step: 0, kind: 'load', on: { tag: 'html' }, name: '', at: 0 };

export function press(step = 1, name = 'Save', id = 'b'): Action {
  return { step, kind: 'commit', on: { tag: 'button', id, selector: `button#${id}` }, name, at: PRESSED * step };
}

export function request(over: Partial<Recorded> & { readonly url?: string; readonly method?: string } = {}): Recorded {
  const { url = 'https://cowork.invalid/api/notes', method = 'POST', ...rest } = over;
  const step = over.step ?? 1;
  return {
    id: 0,
    channel: 'fetch',
    endpoint: { method, url, reach: 'own-origin' },
    step,
    at: PRESSED * step,
    answeredAt: PRESSED * step + 20,
    answer: 'refused',
    status: 404,
    body: 'note-1',
    carries: ['note'],
    reads: ['ok'],
    missingFields: [],
    wantsArray: false,
    site: { path: 'artifact.html', line: 10, column: 7 },
    ...rest,
  };
}

/** One perception; `after` counts milliseconds from the press. */
export function saw(after: number, text: string, over: Partial<Perceived> = {}): Perceived {
  const step = over.step ?? 1;
  return { at: PRESSED * step + after, step, kind: 'text-added', where: 'p#m', text, ...over };
}

/** A text that replaces another, the way a drive records it. */
export function replaced(after: number, before: string, text: string, over: Partial<Perceived> = {}): Perceived[] {
  return [saw(after, before, { ...over, kind: 'text-removed' }), saw(after, text, { ...over, before })];
}

export function attribute(
  after: number,
  kind: PerceptionKind,
  name: string,
  value: string | null,
  before: string | null,
  where = 'button#b',
): Perceived {
  const text = `${name}=${value ?? ''}`;
  return saw(after, text, { kind, where, before: before === null ? '' : `${name}=${before}` });
}

export function observation(world: World, over: Partial<Observation> = {}): Observation {
  const accepts = world.kind !== 'refusing';
  const actions = over.actions ?? [LOAD, press()];
  const requests = (over.requests ?? [request()]).map((each) => answered(each, world, actions, accepts));
  return {
    host: 'cowork',
    world,
    end: { code: 'completed', detail: '' },
    timeline: [],
    errors: [],
    scripts: [],
    coverage: { controls: [], budgetSpent: false },
    shims: [],
    repairs: [],
    tripwires: [],
    lived: 60_000,
    ...over,
    actions,
    requests,
  };
}

function answered(each: Recorded, world: World, actions: readonly Action[], accepts: boolean): Recorded {
  if (!accepts || each.answer !== 'refused') return each;
  if (world.kind === 'refusing-but-for-one' && world.key !== writeBackKey(each, actions)) return each;
  return { ...each, answer: 'accepted', status: 200 };
}

export function inHost(host: string, observations: readonly Observation[], over: Partial<HostDrives> = {}): HostDrives {
  return { host, observations, end: { code: 'completed', detail: '' }, ...over };
}

/** One press in two worlds: what each showed, with the same write in both. */
export function worlds(
  refused: readonly Perceived[],
  accepted: readonly Perceived[],
  over: Partial<Recorded> = {},
): HostDrives {
  return inHost('cowork', [
    observation(REFUSING, { timeline: refused, requests: [request(over)] }),
    observation(ACCEPTING, { timeline: accepted, requests: [request(over)] }),
  ]);
}

export function facts(
  drives: readonly HostDrives[],
  findings: readonly Finding[] = [],
  over: Partial<Facts> = {},
): Facts {
  return {
    artifact: 'artifact.html',
    sha256: '0'.repeat(64),
    language: 'html',
    scan: { path: 'artifact.html', candidates: findings.length, findings, failures: [] },
    drives,
    driven: true,
    durationMs: 1,
    ...over,
  };
}

export function finding(over: Partial<Finding> = {}): Finding {
  const endpoint = { method: 'POST', url: '/api/notes', reach: 'own-origin' } as const;
  return {
    path: 'artifact.html',
    line: 10,
    column: 7,
    sink: { line: 10, column: 7 },
    primitive: 'fetch',
    channel: 'fetch',
    endpoint,
    alternatives: [endpoint],
    consequence: 'claims-unread',
    guard: 'live',
    ...over,
  };
}

/** Drives of a page that wrote nothing. */
export const quiet = (over: Partial<Observation> = {}): HostDrives =>
  inHost('cowork', [observation(REFUSING, { requests: [], ...over })]);

export const verdictOf = (each: Facts): Verdict => judge(each, { hosts, signals });
