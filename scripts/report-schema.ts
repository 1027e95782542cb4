/**
 * Writes `docs/report.schema.json` from the schema in the code. In: nothing. Out: the file.
 */
import { writeFileSync } from 'node:fs';
import { reportJsonSchema } from '../src/options/report-schema.ts';

writeFileSync(
  new URL('../docs/report.schema.json', import.meta.url),
  `${JSON.stringify(reportJsonSchema(), null, 2)}\n`,
);
