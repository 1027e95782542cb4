import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { threadRunner } from '../src/isolation/thread.ts';
import type { Confidence, Consequence, Facts, Label, Verdict } from '../src/model.ts';
import { load } from '../src/pipeline/collect/load.ts';
import { selectTargets } from '../src/pipeline/collect/targets.ts';
import { hasVerdict, judge } from '../src/pipeline/judge.ts';
import { DEFAULT_HOSTS, hosts, signals } from '../src/registry.ts';
import { gather } from '../src/verify/gather.ts';

interface Expected {
  readonly why: string;
  readonly static?: {
    readonly label?: Label;
    readonly at?: readonly string[];
    /** Of the first finding, which is the most severe; null where there is none. */
    readonly consequence?: Consequence | null;
  };
  readonly driven?: {
    readonly label?: Label;
    readonly confidence?: Confidence;
    /** Of the worst write-back. */
    readonly outcome?: string | null;
    readonly byHost?: Readonly<Record<string, Label>>;
    /** Codes that must stand behind the verdict. */
    readonly evidence?: readonly string[];
    /** Codes that must not. */
    readonly noEvidence?: readonly string[];
    /** Where the worst write-back was seen. */
    readonly seen?: 'source' | 'driven' | 'both';
    /** How many drives the hosts took together. */
    readonly drives?: number;
    /** Stand-ins for interfaces of the browser that some drive must have used. */
    readonly shims?: readonly string[];
  };
}

/** Enough for every fixture but those that never return, which need not spin for the full cap. */
const DRIVE_CPU_MS = 2_000;
/** A fixture waits for its turn behind those that never return. */
const TURN_MS = 180_000;

const root = fileURLToPath(new URL('../fixtures/', import.meta.url));
const folders = readdirSync(root).sort();
const runner = threadRunner({ jobs: 2, timeoutMs: DRIVE_CPU_MS });
const disagreements: string[] = [];

afterAll(async () => {
  await runner.close();
  if (disagreements.length > 0) console.info(`The halves disagree on:\n  ${disagreements.join('\n  ')}`);
});

async function factsOf(folder: string, { driven }: Expected): Promise<Facts> {
  const artifact = readdirSync(`${root}${folder}`).find((name) => name.startsWith('artifact.'));
  const { entries } = await selectTargets([`${root}${folder}/${artifact}`], {});
  const { source } = await load(entries[0] as (typeof entries)[0]);
  if (!source) throw new Error(`fixtures/${folder}: no artifact could be read`);
  const named = [...DEFAULT_HOSTS, ...Object.keys(driven?.byHost ?? {})];
  return gather(source, [], { runner, hosts: [...new Set(named)], drive: driven !== undefined, signal: undefined });
}

/** The label from the source alone; a source without a candidate gets no verdict, and nothing stands against it. */
function staticLabel(facts: Facts): Label {
  const scanned: Facts = { ...facts, drives: [], driven: false };
  return hasVerdict(scanned) ? judge(scanned, { hosts, signals }).label : 'clean';
}

function drivenPart({
  confidence,
  drives,
  hosts: byHost,
  writeBacks: [worst],
}: Verdict): Omit<NonNullable<Expected['driven']>, 'shims' | 'evidence' | 'noEvidence'> {
  const labels = Object.fromEntries(byHost.map(({ host, label }) => [host, label]));
  const outcome = worst?.byHost.cowork ?? worst?.outcome ?? null;
  const seen = worst ? { seen: worst.seen } : {};
  return { ...(labels.cowork ? { label: labels.cowork } : {}), ...seen, confidence, drives, outcome, byHost: labels };
}

describe('every fixture is judged as it says', () => {
  test('there are fixtures, and each names an artifact and an expectation', () => {
    expect(folders.length).toBeGreaterThan(0);
    for (const folder of folders) expect(existsSync(`${root}${folder}/expected.json`), folder).toBe(true);
  });

  test.concurrent.each(folders)('%s', { timeout: TURN_MS }, async (folder) => {
    const expected = JSON.parse(readFileSync(`${root}${folder}/expected.json`, 'utf8')) as Expected;
    expect(expected.static ?? expected.driven, 'a fixture that expects nothing').toBeDefined();
    const facts = await factsOf(folder, expected);
    const fromSource = staticLabel(facts);
    if (expected.static?.label) expect(fromSource).toBe(expected.static.label);
    if (expected.static?.consequence !== undefined)
      expect(facts.scan.findings[0]?.consequence ?? null).toBe(expected.static.consequence);
    for (const at of expected.static?.at ?? [])
      expect(facts.scan.findings.map(({ line, column }) => `${line}:${column}`)).toContain(at);
    if (!expected.driven) return;
    const verdict = judge(facts, { hosts, signals });
    const driven = drivenPart(verdict);
    const { shims = [], evidence = [], noEvidence = [], ...parts } = expected.driven;
    expect(driven).toMatchObject(parts);
    const codes = verdict.evidence.map(({ code }) => code);
    for (const code of evidence) expect(codes).toContain(code);
    for (const code of noEvidence) expect(codes).not.toContain(code);
    const used = facts.drives.flatMap(({ observations }) => observations.flatMap((observation) => observation.shims));
    for (const shim of shims) expect(used).toContain(shim);
    if (driven.label !== fromSource) disagreements.push(`${folder}: source ${fromSource}, driven ${driven.label}`);
  });
});
