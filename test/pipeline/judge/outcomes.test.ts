import { describe, expect, test } from 'vitest';
import type { Host } from '../../../src/contracts.ts';
import type { HostDrives, Label, Outcome, Recorded } from '../../../src/model.ts';
import { OUTCOMES } from '../../../src/model.ts';
import { judge } from '../../../src/pipeline/judge.ts';
import { hosts, signals } from '../../../src/registry.ts';
import { writeBackKey } from '../../../src/write-back-key.ts';
import {
  ACCEPTING,
  attribute,
  facts,
  inHost,
  observation,
  press,
  REFUSING,
  replaced,
  request,
  saw,
  worlds,
} from '../../support/drives.ts';

const coworkHost = hosts.cowork as Host;

interface Judged {
  readonly outcome: Outcome | undefined;
  readonly label: Label;
  readonly codes: readonly string[];
}

function outcomeOf(drives: HostDrives, of: Partial<Host> = {}): Judged {
  const verdict = judge(facts([drives]), { hosts: { ...hosts, cowork: { ...coworkHost, ...of } }, signals });
  return {
    outcome: verdict.writeBacks[0]?.outcome,
    label: verdict.label,
    codes: verdict.evidence.map(({ code }) => code),
  };
}

const unread: Partial<Recorded> = { reads: [] };
const kept = request({ id: 1, channel: 'storage', method: 'SET', url: 'localStorage:n', at: 1020, answer: 'none' });

function withStorage(
  refused: Parameters<typeof worlds>[0],
  accepted: Parameters<typeof worlds>[1],
  stored = kept,
): HostDrives {
  return inHost('cowork', [
    observation(REFUSING, { timeline: refused, requests: [request(), stored] }),
    observation(ACCEPTING, { timeline: accepted }),
  ]);
}

test('the signals stand in the order of the outcomes, and settle every one that a comparison can come to', () => {
  const settled = [...new Set(signals.flatMap(({ settles }) => settles?.outcome ?? []))];
  expect(settled).toEqual(OUTCOMES.filter((outcome) => outcome !== 'never-fired' && outcome !== 'undecided'));
});

test('a signal is softened by one that is registered and counts as something', () => {
  const softeners = signals.flatMap(({ settles }) => settles?.softenedBy ?? []);
  expect(softeners).toEqual(['kept-locally']);
  for (const code of softeners) expect(signals.find((signal) => signal.code === code)?.settles?.counts).toBe('suspect');
});

describe('departed', () => {
  const form = { channel: 'form', answeredAt: null, reads: [] } as const;
  test('a native form navigates to the error page', () => {
    expect(outcomeOf(worlds([], [], form))).toMatchObject({ outcome: 'departed', label: 'lost' });
  });
  test('a form that reads is no write-back', () => {
    expect(
      outcomeOf(
        worlds([], [], {
          ...form,
          endpoint: { method: 'GET', url: 'https://cowork.invalid/find', reach: 'own-origin' },
        }),
      ).label,
    ).toBe('clean');
  });
  test('where the host blocks forms the page stays, and looks the same', () => {
    const drives = { ...worlds([], [], { ...form, answer: 'blocked' }), host: 'cowork-live' };
    expect(outcomeOf(drives)).toMatchObject({ outcome: 'untold', label: 'lost' });
  });
});

describe('download-fallback', () => {
  const file = saw(20, 'note.txt', { kind: 'download', where: '' });
  test('a file after the refusal only', () => {
    expect(outcomeOf(worlds([file, saw(20, 'Downloaded')], [saw(20, 'Saved')]))).toMatchObject({
      outcome: 'download-fallback',
      label: 'lost',
    });
  });
  test('where the host delivers downloads the data is kept, if the person is told', () => {
    const saved = request({ id: 1, channel: 'download', method: 'GET', url: 'blob:n', at: 1020, answer: 'none' });
    const told = saw(20, 'The note is in your downloads folder');
    const drives = withStorage([file, told], [saw(20, 'Saved')], saved);
    expect(outcomeOf(drives, { downloads: 'delivered' })).toMatchObject({ outcome: 'kept-locally', label: 'suspect' });
    expect(outcomeOf(drives)).toMatchObject({ outcome: 'download-fallback', label: 'lost' });
  });
  test('a file in both worlds is no fallback', () => {
    expect(outcomeOf(worlds([file, saw(20, 'Save failed')], [file, saw(20, 'Saved')]))).toMatchObject({
      outcome: 'told',
    });
  });
});

describe('no-answer', () => {
  const beacon = { channel: 'beacon', answeredAt: null, answer: 'none', status: null, reads: [] } as const;
  test('a beacon', () => {
    expect(outcomeOf(worlds([], [], beacon))).toMatchObject({ outcome: 'no-answer', label: 'lost' });
  });
  test('a no-cors fetch to loopback, but not to the own origin', () => {
    const loopback = { method: 'POST', url: 'http://localhost:3000/n', reach: 'loopback' } as const;
    expect(outcomeOf(worlds([], [], { ...unread, mode: 'no-cors', endpoint: loopback })).outcome).toBe('no-answer');
    expect(outcomeOf(worlds([saw(20, 'Failed')], [], { mode: 'no-cors' })).outcome).toBe('told');
  });
  test('a draft kept on the device, and said so, softens it', () => {
    const timeline = [saw(0, 'Draft kept on this device')];
    const requests = [request({ ...beacon, step: 2 }), { ...kept, step: 1, at: 1000 }];
    const drives = inHost('cowork', [
      observation(REFUSING, { timeline, requests, actions: [press(), press(2, 'Leave')] }),
    ]);
    expect(outcomeOf(drives)).toMatchObject({ outcome: 'no-answer', label: 'suspect' });
    expect(outcomeOf(drives).codes).toContain('kept-locally');
  });
  test('a draft kept in silence does not', () => {
    const requests = [request({ ...beacon, step: 2 }), { ...kept, step: 1, at: 1000 }];
    expect(outcomeOf(inHost('cowork', [observation(REFUSING, { requests })]))).toMatchObject({
      outcome: 'no-answer',
      label: 'lost',
    });
  });
});

describe('contradicted', () => {
  test('a message, then the claim that acceptance brings too', () => {
    const refused = [saw(20, 'Slow connection…'), ...replaced(1520, 'Slow connection…', 'Saved at last')];
    expect(outcomeOf(worlds(refused, [saw(20, 'Saved at last')]))).toMatchObject({
      outcome: 'contradicted',
      label: 'lost',
    });
  });
  test('a failure and a claim at the same moment', () => {
    const refused = [saw(20, 'Server error', { where: 'p#e' }), saw(20, 'Saved')];
    expect(outcomeOf(worlds(refused, [saw(20, 'Saved')])).outcome).toBe('contradicted');
  });
  test('a claim without a claiming word that replaces the message', () => {
    const refused = [saw(20, 'Hm'), ...replaced(3020, 'Hm', 'Viola')];
    expect(outcomeOf(worlds(refused, [saw(20, 'Viola')])).outcome).toBe('contradicted');
  });
  test('a claim, then the message, is told', () => {
    const refused = [saw(20, 'Saved'), ...replaced(1520, 'Saved', 'Not saved after all')];
    expect(outcomeOf(worlds(refused, [saw(20, 'Saved')]))).toMatchObject({ outcome: 'told', label: 'suspect' });
  });
  test('a failure beside a neutral change of both worlds is told', () => {
    const refused = [saw(20, 'Save failed'), saw(20, '3 notes', { where: 'p#n' })];
    const accepted = [saw(20, 'Saved'), saw(20, '3 notes', { where: 'p#n' })];
    expect(outcomeOf(worlds(refused, accepted)).outcome).toBe('told');
  });
});

describe('kept-locally', () => {
  test('stored after the refusal, and the person is told so', () => {
    const drives = withStorage([saw(20, 'No server here: kept on this device')], [saw(20, 'Saved')]);
    expect(outcomeOf(drives)).toMatchObject({ outcome: 'kept-locally', label: 'suspect' });
  });
  test('stored in a host whose storage is gone on reload', () => {
    const drives = withStorage([saw(20, 'No server here: kept on this device')], [saw(20, 'Saved')]);
    expect(outcomeOf(drives, { storage: 'gone-on-reload' })).toMatchObject({ outcome: 'told' });
  });
  test('stored, but told of the failure only', () => {
    expect(outcomeOf(withStorage([saw(20, 'Save failed')], [saw(20, 'Saved')])).outcome).toBe('told');
  });
  test('stored in silence behind the claim of both worlds', () => {
    expect(outcomeOf(withStorage([saw(20, 'Saved')], [saw(20, 'Saved')]))).toMatchObject({
      outcome: 'untold',
      label: 'lost',
    });
  });
  test('what is stored does not carry what was written', () => {
    const other = { ...kept, carries: ['theme'] };
    expect(outcomeOf(withStorage([saw(20, 'Stored on this device')], [saw(20, 'Saved')], other)).outcome).toBe('told');
  });
});

describe('untold by claim', () => {
  test('claimed before the answer, whatever acceptance adds', () => {
    expect(
      outcomeOf(worlds([saw(0, 'Saved!')], [saw(0, 'Saved!'), saw(20, 'Synced', { where: 'p#n' })])),
    ).toMatchObject({ outcome: 'untold', label: 'lost' });
  });
  test('followed by a failure', () => {
    const refused = [saw(0, 'Saved!'), saw(20, 'Upload failed', { where: 'p#n' })];
    expect(outcomeOf(worlds(refused, [saw(0, 'Saved!')])).outcome).toBe('told');
  });
  test('taken back', () => {
    const refused = [saw(0, 'Saved!'), saw(20, 'Saved!', { kind: 'text-removed' })];
    expect(outcomeOf(worlds(refused, [saw(0, 'Saved!')])).outcome).toBe('told');
  });
  test('a toast that goes by itself in both worlds is not taken back', () => {
    const toast = [saw(0, 'Saved!'), saw(3000, 'Saved!', { kind: 'text-removed' })];
    expect(outcomeOf(worlds(toast, [...toast, saw(20, 'Synced', { where: 'p#n' })])).outcome).toBe('untold');
  });
});

describe('stuck', () => {
  test('a progress text that only acceptance ends', () => {
    const accepted = [saw(0, 'Saving…'), ...replaced(20, 'Saving…', 'Saved')];
    expect(outcomeOf(worlds([saw(0, 'Saving…')], accepted))).toMatchObject({ outcome: 'stuck', label: 'suspect' });
  });
  test('a disabled button that only acceptance enables', () => {
    const disabled = attribute(0, 'state', 'disabled', '', null);
    const enabled = attribute(20, 'state', 'disabled', null, '');
    expect(outcomeOf(worlds([disabled], [disabled, enabled])).outcome).toBe('stuck');
  });
  test('a progress text that both worlds leave is untold', () => {
    expect(outcomeOf(worlds([saw(0, 'Saving…')], [saw(0, 'Saving…')], unread)).outcome).toBe('untold');
  });
  test('a progress text that the refusal ends with a failure is told', () => {
    const refused = [saw(0, 'Saving…'), ...replaced(20, 'Saving…', 'Not saved')];
    expect(outcomeOf(worlds(refused, [saw(0, 'Saving…'), ...replaced(20, 'Saving…', 'Saved')])).outcome).toBe('told');
  });
});

describe('told', () => {
  test('a failure message', () => {
    expect(outcomeOf(worlds([saw(20, 'Not saved')], [saw(20, 'Saved')]))).toMatchObject({
      outcome: 'told',
      label: 'suspect',
    });
  });
  test('a message that stood for a second', () => {
    const flash = (ms: number) => [saw(20, 'Not saved'), saw(20 + ms, 'Not saved', { kind: 'text-removed' })];
    expect(outcomeOf(worlds(flash(3000), [])).outcome).toBe('told');
    expect(outcomeOf(worlds(flash(300), [], { reads: ['ok'] })).outcome).toBe('untold');
  });
  test('an optimistic row that is taken back', () => {
    const row = saw(0, 'Milk', { where: 'li' });
    expect(outcomeOf(worlds([row, saw(20, 'Milk', { where: 'li', kind: 'text-removed' })], [row])).outcome).toBe(
      'told',
    );
  });
  test('a mark without words', () => {
    expect(outcomeOf(worlds([attribute(20, 'style', 'class', 'bad', null)], [])).outcome).toBe('told');
  });
  test('a clock tells nobody', () => {
    const tick = (after: number) => saw(after, `10:00:0${after / 1000}`, { where: 'span#clock' });
    const long = [1000, 2000, 3000, 4000, 5000].map(tick);
    expect(outcomeOf(worlds(long, long.slice(0, 3), unread)).outcome).toBe('untold');
  });
});

describe('silent', () => {
  test('acceptance is announced, refusal is not', () => {
    expect(outcomeOf(worlds([], [saw(20, 'Saved')]))).toMatchObject({ outcome: 'silent', label: 'suspect' });
  });
  test('ending the waiting tells nobody', () => {
    const refused = [saw(0, 'Saving…'), saw(20, 'Saving…', { kind: 'text-removed' })];
    expect(outcomeOf(worlds(refused, [saw(0, 'Saving…'), ...replaced(20, 'Saving…', 'Saved')])).outcome).toBe('silent');
  });
  test('a field that only acceptance clears', () => {
    expect(outcomeOf(worlds([], [saw(20, '', { kind: 'value', where: 'textarea#t', before: 'note-1' })])).outcome).toBe(
      'silent',
    );
  });
});

describe('untold', () => {
  test('the same claim in both worlds, the answer unread', () => {
    const judged = outcomeOf(worlds([saw(20, 'Saved')], [saw(20, 'Saved')], unread));
    expect(judged).toMatchObject({ outcome: 'untold', label: 'lost' });
    expect(judged.codes).toContain('unread-response');
  });
  test('a body that was read may hold what no stand-in had: told, low', () => {
    const drives = worlds([saw(20, 'Next one?')], [saw(20, 'Next one?')], { reads: ['body'] });
    const verdict = judge(facts([drives]), { hosts, signals });
    expect(verdict).toMatchObject({ label: 'suspect', confidence: 'low', writeBacks: [{ outcome: 'told' }] });
    expect(verdict.evidence.map(({ code }) => code)).toContain('not-unlocked');
  });
  test('a claim under the refusal, or a body nobody looked at, is untold all the same', () => {
    const claimed = worlds([saw(20, 'Saved')], [saw(20, 'Saved')], { reads: ['body'], looked: true });
    const thrownAway = worlds([saw(20, 'Next one?')], [saw(20, 'Next one?')], { reads: ['body'], looked: false });
    for (const drives of [claimed, thrownAway])
      expect(judge(facts([drives]), { hosts, signals })).toMatchObject({
        label: 'lost',
        confidence: 'high',
        writeBacks: [{ outcome: 'untold' }],
        evidence: [{ code: 'identical-outcome', body: 'read' }],
      });
  });
  test('a claim that acceptance only adds to is lost', () => {
    const accepted = [saw(20, 'Saved'), saw(20, '1 note', { where: 'p#n' })];
    const judged = outcomeOf(worlds([saw(20, 'Saved')], accepted, { reads: ['body'] }));
    expect(judged).toMatchObject({ outcome: 'untold', label: 'lost' });
    expect(judged.codes).toContain('claim-all-the-same');
  });
  test('an unread answer needs no second world', () => {
    const drives = inHost(
      'cowork',
      [observation(REFUSING, { timeline: [saw(20, 'Saved')], requests: [request(unread)] })],
      {
        end: { code: 'timed-out', detail: '' },
      },
    );
    expect(outcomeOf(drives)).toMatchObject({ outcome: 'untold', label: 'lost' });
    expect(outcomeOf(drives).codes).toContain('world-timed-out');
  });
  test('an answer that was looked at does', () => {
    const drives = inHost('cowork', [observation(REFUSING, {})], { end: { code: 'timed-out', detail: '' } });
    expect(outcomeOf(drives)).toMatchObject({ outcome: 'undecided', label: 'inconclusive' });
  });
});

describe('a message that still stands', () => {
  const again = (over: Parameters<typeof request>[0] = {}) => request({ id: 1, step: 2, ...over });
  const twice = (second: Recorded, between: Parameters<typeof worlds>[0] = []): HostDrives => {
    const actions = [press(), press(2, 'Enter', 't')];
    const requests = [request(), second];
    const seen = saw(20, 'Not saved');
    const only = (at: number): HostDrives['observations'][number] => {
      const key = writeBackKey(requests[at] as Recorded, actions);
      const late = saw(20, 'Not saved', { step: 2 });
      return observation(
        { kind: 'refusing-but-for-one', key },
        { actions, requests, timeline: at === 0 ? [late] : [seen, ...between] },
      );
    };
    return inHost('cowork', [
      observation(REFUSING, { actions, requests, timeline: [seen, ...between] }),
      only(0),
      only(1),
    ]);
  };
  const outcomes = (drives: HostDrives): string[] =>
    judge(facts([drives]), { hosts, signals }).writeBacks.map(({ action, outcome }) => `${action?.name} ${outcome}`);

  test('tells of the next refusal of the same call', () => {
    expect(outcomes(twice(again()))).toEqual(['Save told', 'Enter told']);
  });
  test('tells nothing of another call', () => {
    const site = { path: 'artifact.html', line: 99, column: 1 };
    expect(outcomes(twice(again({ site, url: 'https://cowork.invalid/other' })))).toEqual([
      'Enter untold',
      'Save told',
    ]);
  });
  test('tells nothing once it is gone', () => {
    const gone = saw(2000, 'Not saved', { kind: 'text-removed' });
    expect(outcomes(twice(again({ answeredAt: 5000 }), [gone]))).toEqual(['Enter untold', 'Save told']);
  });
  test('tells nothing where the answer was not looked at', () => {
    expect(outcomes(twice(again({ reads: [] })))).toEqual(['Enter untold', 'Save told']);
  });
});
