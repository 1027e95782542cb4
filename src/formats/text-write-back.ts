/**
 * One write-back for a terminal. In: a write-back, its evidence, a width. Out: lines: what was pressed, what was sent,
 * what the page said refused and accepted, what that means, and what to do.
 */
import type { Evidence, Label, Perceived, Verdict, WriteBack } from '../model.ts';
import { clean } from '../untrusted.ts';
import { padTo, wrap } from './columns.ts';
import { changeWords, saidWords } from './perceived-wording.ts';
import { resultSentences } from './result-sentences.ts';
import { actionObject, actionVerb, adviceFor, endpointWords } from './wording.ts';

export type Paint = Readonly<Record<Label | 'dim' | 'strong', (line: string) => string>>;

const LABEL_COLUMNS = 16;
const FIELD_COLUMNS = 14;
const INDENT = 2;

/** `lost          path`, the path wrapped under itself. */
export function labelled(label: Label, subject: string, width: number, paint: Paint, word: string = label): string[] {
  return wrap(subject, width - LABEL_COLUMNS).map((line, at) =>
    at === 0
      ? `${paint[label](padTo(word, LABEL_COLUMNS))}${paint.strong(line)}`
      : `${' '.repeat(LABEL_COLUMNS)}${line}`,
  );
}

export function writeBackLines(
  verdict: Verdict,
  writeBack: WriteBack,
  at: number,
  width: number,
  paint: Paint,
  verbose: boolean,
): string[] {
  const evidence = verdict.evidence.filter((each) => each.writeBack === at);
  const { shown, action, source, suppressed } = writeBack;
  const carries =
    writeBack.carries.length > 0 ? ` with ${writeBack.carries.map((name) => clean(name, 40)).join(', ')}` : '';
  const advice = adviceFor(writeBack);
  const page = evidence[0] ? `docs/evidence/${clean(evidence[0].code, 60)}.md` : '';
  const field = (name: string, value: string): string[] => fieldLines(name, value, width, paint);
  return [
    ...(action ? field(actionVerb(action.kind), actionObject(action)) : []),
    ...field(action ? 'sent' : 'would send', `${endpointWords(writeBack.endpoint)}${carries}`),
    ...(shown ? field('if refused', saidWords(shown.refused)) : []),
    ...(shown && showsAcceptance(writeBack) ? field('if accepted', saidWords(shown.accepted)) : []),
    ...resultLines(writeBack, evidence, width, paint),
    ...(source ? field('source', `${clean(source.path)}:${source.line}:${source.column}`) : []),
    ...(suppressed ? field('excused', `${clean(suppressed.reason)} (${suppressed.by})`) : []),
    ...(advice && !suppressed ? field('to do', `${advice} ${page}`) : []),
    ...(verbose && shown ? sideBySide(shown.refused, shown.accepted, width, paint) : []),
  ];
}

/** Where the channel alone decides, both worlds show the same and one line is enough. */
function showsAcceptance({ outcome }: WriteBack): boolean {
  return outcome !== 'departed' && outcome !== 'no-answer' && outcome !== 'undecided';
}

function fieldLines(name: string, value: string, width: number, paint: Paint): string[] {
  const gap = ' '.repeat(INDENT + FIELD_COLUMNS);
  return wrap(value, width - gap.length).map((line, at) =>
    at === 0 ? `${' '.repeat(INDENT)}${paint.dim(padTo(name.toLowerCase(), FIELD_COLUMNS))}${line}` : `${gap}${line}`,
  );
}

function resultLines(writeBack: WriteBack, evidence: readonly Evidence[], width: number, paint: Paint): string[] {
  const sentences = resultSentences(writeBack, evidence);
  const gap = ' '.repeat(INDENT + FIELD_COLUMNS);
  const words = wrap(sentences.join(' '), width - gap.length);
  return words.map((line, at) => {
    const head =
      at === 0 ? `${' '.repeat(INDENT)}${paint[writeBack.label](padTo(shortOutcome(writeBack), FIELD_COLUMNS))}` : gap;
    return `${head}${line}`;
  });
}

/** The outcome as the name of its line; the long one by what it is short for. */
function shortOutcome({ outcome }: WriteBack): string {
  return outcome === 'download-fallback' ? 'download' : outcome;
}

/** Both timelines, entry by entry; the virtual time stands in front of each. */
function sideBySide(
  refused: readonly Perceived[],
  accepted: readonly Perceived[],
  width: number,
  paint: Paint,
): string[] {
  const column = Math.floor((width - INDENT - 3) / 2);
  const left = cells('refused', refused, column);
  const right = cells('accepted', accepted, column);
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    return `${' '.repeat(INDENT)}${padTo(left[at] ?? '', column)} ${paint.dim('│')} ${right[at] ?? ''}`.trimEnd();
  });
  return ['', ...rows];
}

function cells(title: string, entries: readonly Perceived[], width: number): string[] {
  const lines = entries.flatMap((entry) => {
    const time = `${Math.round(entry.at)} ms `;
    return wrap(changeWords(entry), width - time.length).map(
      (line, at) => (at === 0 ? time : ' '.repeat(time.length)) + line,
    );
  });
  return [title, ...(lines.length > 0 ? lines : ['nothing'])];
}
