import { expect, test } from 'vitest';
import { judge } from '../../src/pipeline/judge.ts';
import { hosts, signals } from '../../src/registry.ts';
import { ACCEPTING, facts, inHost, observation, REFUSING, request, saw } from '../support/drives.ts';

test('judging is linear in what a hostile page makes: 4,000 writes, 20,000 entries', { timeout: 60_000 }, () => {
  const requests = Array.from({ length: 4_000 }, (_, id) =>
    request({
      id,
      url: `https://cowork.invalid/n/${id}/x${id}`,
      site: { path: 'artifact.html', line: id + 1, column: 1 },
    }),
  );
  const timeline = Array.from({ length: 20_000 }, (_, at) =>
    saw(at / 10, `text ${at}`, { where: `p:nth-of-type(${at % 500})` }),
  );
  const drives = inHost('cowork', [
    observation(REFUSING, { requests, timeline }),
    observation(ACCEPTING, { requests, timeline: timeline.slice(0, 9_000) }),
  ]);
  expect(judge(facts([drives]), { hosts, signals }).writeBacks).toHaveLength(4_000);
});
