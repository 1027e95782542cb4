/**
 * What a report means for the job that asked for it. In: a report of a whole run. Out: the job's worst label, every
 * label it carries, and whether the same question may be answered from it again.
 */

import type { Label, Report } from '../model.ts';
import { LABELS } from '../model.ts';
import type { Ending } from './contract.ts';

/** A failure is something nobody looked at: it weighs as `inconclusive`. Sources without a write-back alone are `clean`. */
function labelsOf(report: Report): readonly Label[] {
  const carried = LABELS.filter(
    (label) => report.summary[label] > 0 || (label === 'inconclusive' && report.failures.length > 0),
  );
  return carried.length > 0 ? carried : ['clean'];
}

export function endingOfReport(report: Report): Extract<Ending, { report: string }> {
  const labels = labelsOf(report);
  return {
    status: 'done',
    label: labels[0] ?? 'inconclusive',
    labels,
    report: JSON.stringify(report),
    cacheable: !report.partial && !labels.includes('inconclusive'),
  };
}
