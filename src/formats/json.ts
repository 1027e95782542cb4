/**
 * The report as it is: `schemaVersion` 1, published in `docs/report.schema.json`. In: a report. Out: indented JSON with
 * characters that steer a terminal written as escapes.
 */
import type { Format } from '../contracts.ts';
import { inertJson } from './neutral.ts';

export const json: Format = {
  mediaType: 'application/json',
  render(report) {
    return `${inertJson(JSON.stringify(report, null, 2))}\n`;
  },
};
