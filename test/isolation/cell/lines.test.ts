import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CellLines } from '../../../src/isolation/cell/lines.ts';
import type { CellMessage } from '../../../workers/cell/protocol.ts';
import { READY, READY_CACHED, seal } from '../../../workers/cell/protocol.ts';

const key = randomBytes(32);
const END: CellMessage = { kind: 'end', end: { code: 'completed', detail: '' } };
const PROBES: CellMessage = { kind: 'probes', results: { heap: 'open' } };

function line(number: number, message: unknown, by: Buffer = key): string {
  const payload = JSON.stringify(message);
  return `${number} ${seal(by, number, payload)} ${payload}\n`;
}

function read(...chunks: string[]): CellLines & { heard: CellMessage[] } {
  const lines = Object.assign(new CellLines(key), { heard: [] as CellMessage[] });
  for (const chunk of chunks) lines.heard.push(...lines.push(chunk));
  lines.close();
  return lines;
}

describe('the stream of a cell', () => {
  it('is complete with its end mark and nothing after it', () => {
    const lines = read(`${READY}\n`, line(0, PROBES), line(1, END));
    expect(lines).toMatchObject({ ready: true, cached: false, ended: true, fault: null });
    expect(lines.heard).toEqual([PROBES, END]);
    expect(read(`${READY_CACHED}\n`, line(0, END))).toMatchObject({ cached: true, ended: true });
  });

  it('may come in any chunks', () => {
    const text = `${READY}\n${line(0, PROBES)}${line(1, END)}`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(read(...chunks)).toMatchObject({ ended: true, fault: null });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a line before the sign of readiness', ['hello\n'], /sign of readiness/],
    ['a stray line', [`${READY}\n`, 'stray\n'], /out of order/],
    ['a forged end without the key', [`${READY}\n`, line(0, END, randomBytes(32))], /seal of message 0/],
    ['a replayed message', [`${READY}\n`, line(0, PROBES), line(0, PROBES)], /out of order/],
    ['a message that is missing', [`${READY}\n`, line(1, END)], /out of order/],
    ['a changed payload', [`${READY}\n`, line(0, PROBES).replace('open', 'shut')], /seal of message 0/],
    ['a message after the end', [`${READY}\n`, line(0, END), line(1, PROBES)], /after the end/],
    ['the beginning of one after the end', [`${READY}\n`, line(0, END), '1 '], /after the end/],
    ['a line that breaks off', [`${READY}\n`, line(0, PROBES).slice(0, -5)], /without its end/],
    ['a kind that is not known', [`${READY}\n`, line(0, { kind: 'verdict' })], /cannot be read/],
    ['a seal of other letters', [`${READY}\n`, `0 ${'é'.repeat(32)} {}\n`], /seal of message 0/],
  ])('is not to be trusted with %s', (_name, chunks, fault) => {
    const lines = read(...chunks);
    expect(lines.fault).toMatch(fault);
  });

  it('keeps what came before a fault', () => {
    const lines = read(`${READY}\n`, line(0, PROBES), 'stray\n', line(1, END));
    expect(lines.heard).toEqual([PROBES]);
    expect(lines.ended).toBe(false);
  });

  it('reads a long line in time that grows with its length', () => {
    const lines = new CellLines(key);
    lines.push(`${READY}\n0 `);
    for (let chunk = 0; chunk < 20_000; chunk += 1) lines.push('x'.repeat(1_000));
    expect(lines.push('\n')).toEqual([]);
    expect(lines.fault).toMatch(/seal/);
  }, 60_000);
});
