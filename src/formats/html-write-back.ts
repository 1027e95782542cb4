/**
 * One write-back as table rows of the HTML report. In: a write-back and its evidence. Out: a row with what was pressed,
 * what was sent, what the page said refused and accepted, and a row with everything behind it. All text is escaped.
 */
import type { Evidence, Perceived, Verdict, WriteBack } from '../model.ts';
import { clean, escapeMarkup } from '../untrusted.ts';
import { changeWords, saidList } from './perceived-wording.ts';
import { resultSentences } from './result-sentences.ts';
import { actionWords, adviceFor, endpointWords } from './wording.ts';
import { wordEvidence } from './words.ts';

/** A string of an artifact, cleaned, capped and escaped for content and quoted attributes. */
export function show(text: string, cap?: number): string {
  return escapeMarkup(clean(text, cap));
}

const COLUMNS = ['Pressed', 'Sent', 'The page, if refused', 'The page, if accepted', 'What that means'] as const;

/** The table of one verdict. */
export function writeBackTable(verdict: Verdict, caption: string): string {
  const heads = COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('');
  const rows = verdict.writeBacks.map((writeBack, at) => {
    const evidence = verdict.evidence.filter((each) => each.writeBack === at);
    return writeBackRow(writeBack, evidence);
  });
  return `<table><caption class="soft">${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function writeBackRow(writeBack: WriteBack, evidence: readonly Evidence[]): string {
  const { action, shown, endpoint, carries, outcome, label, suppressed } = writeBack;
  const pressed = action ? actionWords(action) : 'Never reached';
  const sent = [
    `${action ? '' : '<span class="soft">would send</span> '}<code>${escapeMarkup(endpointWords(endpoint))}</code>`,
    ...(carries.length > 0 ? [`<p class="soft">with ${carries.map((name) => show(name, 40)).join(', ')}</p>`] : []),
  ];
  const excuse = suppressed ? `<p>Excused (${suppressed.by}): ${show(suppressed.reason)}</p>` : '';
  const means = `<span class="badge">${label}</span> <span class="soft">(${outcome})</span><p>${escapeMarkup(resultSentences(writeBack, evidence).join(' '))}</p>${excuse}`;
  const [refused, accepted] = shown ? [said(shown.refused), said(shown.accepted)] : [UNSEEN, UNSEEN];
  return `<tr class="${label}"><th scope="row">${escapeMarkup(pressed)}</th>${cell(1, sent.join(''))}${cell(2, refused)}${cell(3, accepted)}${cell(4, means)}</tr><tr class="${label}"><td colspan="5">${behind(writeBack, evidence)}</td></tr>`;
}

const UNSEEN = '<span class="soft">not driven</span>';

function cell(column: number, content: string): string {
  return `<td data-name="${COLUMNS[column]}">${content}</td>`;
}

function said(entries: readonly Perceived[]): string {
  const { words, cut } = saidList(entries);
  if (words.length === 0) return '<span class="soft">nothing</span>';
  const items = [...(cut ? ['…'] : []), ...words].map((each) => `<li>${escapeMarkup(each)}</li>`);
  return `<ul class="said">${items.join('')}</ul>`;
}

function behind(writeBack: WriteBack, evidence: readonly Evidence[]): string {
  const { source, shown } = writeBack;
  const advice = adviceFor(writeBack);
  const where = source
    ? `<p class="soft">Source: <code>${show(source.path)}:${source.line}:${source.column}</code></p>`
    : '';
  const facts = evidence.map((each) => {
    const host = each.host === undefined ? '' : ` <span class="soft">in ${show(each.host, 40)}</span>`;
    return `<li><code>${show(each.code, 60)}</code>${host}: ${escapeMarkup(wordEvidence(each))}</li>`;
  });
  return [
    advice ? `<p><strong>To do:</strong> ${escapeMarkup(advice)}</p>` : '',
    where,
    `<details><summary>Evidence${shown ? ', both timelines and what was sent' : ''}</summary><ul>${facts.join('')}</ul>`,
    shown ? timelines(shown) : '',
    '</details>',
  ].join('');
}

function timelines({ host, sent, refused, accepted, omitted }: NonNullable<WriteBack['shown']>): string {
  const body = sent === '' ? '' : `<h4>Sent</h4><pre>${show(sent, 2_000)}</pre>`;
  const cut = omitted ? `<p class="soft">${omitted} more entries are left out.</p>` : '';
  return `${body}<div class="worlds"><div><h4>If refused, in ${show(host, 40)}</h4>${timeline(refused)}</div><div><h4>If accepted</h4>${timeline(accepted)}</div></div>${cut}`;
}

function timeline(entries: readonly Perceived[]): string {
  if (entries.length === 0) return '<p class="soft">nothing</p>';
  const items = entries.map(
    (entry) => `<li><span class="soft">${Math.round(entry.at)} ms</span> ${escapeMarkup(changeWords(entry))}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}
