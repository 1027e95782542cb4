/**
 * The report as it is: `schemaVersion` 1, published in `docs/report.schema.json`. In: a report. Out: indented JSON with
 * characters that steer a terminal written as escapes.
 */
import type { Format } from '../contracts.ts';

export const json: Format = {
  name: 'json',
  mediaType: 'application/json',
  render(report) {
    return `${JSON.stringify(report, null, 2).replace(STEERING, escapeCharacter)}\n`;
  },
};

// Line ends and spaces of the indentation are ASCII; JSON itself escapes only the C0 controls and lone surrogates.
const STEERING = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
