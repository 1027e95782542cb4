/**
 * One sentence for a finding, one for each evidence code. In: coded facts. Out: plain English on one line, with the strings
 * of an artifact cleaned. A code without a sentence is shown by its name and facts, never left out.
 */
import type { Evidence, Finding, Proof } from '../model.ts';
import { clean } from '../untrusted.ts';
import { consequenceWords, endpointWords, quoted } from './wording.ts';

type Sentence = (evidence: Evidence) => string;

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? ''));
const list = (value: unknown): string =>
  Array.isArray(value) ? value.map((each) => clean(text(each), 80)).join(', ') : '';
const said = (value: unknown): string => quoted(text(value));

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'identical-outcome': ({ claim, body }) =>
    `Refused or accepted, the page ${claim ? `says ${said(claim)}` : 'looks the same'}${body ? '; it read the body of the answer, which changed nothing' : ''}.`,
  'unread-response': () => 'The answer was never looked at: not ok, status, headers, body, nor the promise’s fate.',
  'contradicted-claim': ({ message, claim }) => `Refused, it says ${said(message)} and then claims ${said(claim)}.`,
  'claim-before-answer': ({ claim }) =>
    `It says ${said(claim)} before any answer, and the refusal changes nothing about it.`,
  'claim-all-the-same': ({ claim }) =>
    `Refused, it says ${said(claim)} all the same, and nothing that speaks against it.`,
  'native-departure': ({ url }) => `The form goes to ${clean(text(url), 120)}.`,
  'download-fallback': ({ file }) => `It saves ${said(file)}, and the host delivers no downloads.`,
  'no-answer': ({ channel }) => `A ${clean(text(channel), 30)} gives no answer that the page could read.`,
  'kept-locally': ({ in: channel, told }) =>
    `The data is kept in ${clean(text(channel), 30)}, and the page says ${said(told)}.`,
  'waiting-state': ({ waiting, where }) => `It keeps waiting: ${said(waiting)} at ${clean(text(where), 60)}.`,
  'failure-shown': ({ told, kind, where, standing }) => {
    if (standing) return `Nothing new is said, but what an earlier refusal brought still stands: ${said(told)}.`;
    return text(told) === ''
      ? `Only refused, ${clean(text(where), 60)} changes (${clean(text(kind), 30)}).`
      : `Only refused, it shows ${said(told)}.`;
  },
  'claim-withheld': ({ claim, where }) =>
    text(claim) === ''
      ? `Only accepted, ${clean(text(where), 60)} changes.`
      : `Only accepted, it shows ${said(claim)}.`,
  'not-unlocked': ({ missing, told }) =>
    told
      ? `It looked at the answer and shows ${said(told)} refused or accepted; a real backend might have answered otherwise.`
      : `It read the body of the answer${list(missing) ? ` and missed ${list(missing)}` : ''}; a real backend might have changed the page.`,
  'needs-backend': () => 'Seen only in a world in which earlier writes were accepted.',
  'world-cap': ({ writeBacks, worlds }) =>
    `${text(writeBacks)} write-backs, of which ${text(worlds)} were accepted one by one; the rest together.`,
  'judge-cap': ({ entries }) =>
    `The page showed more than the ${text(entries)} changes that are looked through; this was not compared.`,
  'world-timed-out': ({ end }) =>
    end
      ? `A further drive ended as ${clean(text(end), 30)}; this was judged without it.`
      : 'No drive in which it is accepted came to its end.',
  unstable: () => 'The page already differed before the answer came.',
  'host-dependent': ({ url }) =>
    `Driven, it went to ${clean(text(url), 120)}; the source also allows an address of the host itself.`,
  'never-fired': ({ consequence, proof }) =>
    `By the source it ${consequenceWords(text(consequence))}${proofWords(proof)}.`,
  'source-disagrees': ({ consequence, outcome }) =>
    `By the source it ${consequenceWords(text(consequence))}; driven, it is ${clean(text(outcome), 30)}.`,
  'unusable-control': ({ control, because }) =>
    `Its control ${clean(text(control), 60)} was ${clean(text(because), 20)} to the end.`,
  'ran-without-writing': ({ form }) => `The form ${clean(text(form), 60)} was submitted and the browser sent nothing.`,
  'not-driven': ({ language }) =>
    language === 'html'
      ? 'Driving was switched off; only the source was read.'
      : 'A generator is not driven; only the source was read.',
  'not-analysed': ({ stage, line }) =>
    `Part of the source could not be analysed (${text(stage)}${line ? `, line ${text(line)}` : ''}).`,
  'script-threw': ({ message, standIns }) =>
    list(standIns)
      ? `A stand-in for ${list(standIns)} was given parts of the page.`
      : `A script threw while the page loaded${message ? `: ${said(message)}` : ''}.`,
  'script-missing': ({ urls, beside, attribute }) =>
    `A script is missing: ${list(urls)}.${attribute ? ` By its attribute ${clean(text(attribute), 40)} it sends this form itself.` : ''}${beside ? ' Name the directory that holds the page and its scripts.' : ''}`,
  'timed-out': () => 'The drive did not end in time.',
  'out-of-memory': () => 'The drive ran out of memory.',
  crashed: ({ detail }) => `The drive crashed${detail ? `: ${clean(text(detail))}` : ''}.`,
  tampered: ({ detail }) =>
    `What records the page was tampered with${detail ? `: ${clean(text(detail))}` : ''}; nothing the drive shows counts.`,
  'tamper-suspected': ({ tripwires }) =>
    `The page reached out of its own realm${list(tripwires) ? `: ${list(tripwires)}` : ''}.`,
  'too-large': ({ detail }) => `The artifact is too large to drive${detail ? `: ${clean(text(detail))}` : ''}.`,
  'engine-unavailable': ({ detail }) => `No engine could drive it${detail ? `: ${clean(text(detail))}` : ''}.`,
  'budget-spent': ({ actions }) => `New controls kept appearing; the person stopped after ${text(actions)} actions.`,
  'left-alone': ({ controls, of }) => `${text(of)} in reach of a person and left alone: ${list(controls)}.`,
  suppressed: ({ writeBacks }) => `${text(writeBacks)} excused by a comment or a baseline.`,
};

export function wordEvidence(evidence: Evidence): string {
  const sentence = SENTENCES[evidence.code];
  if (sentence) return sentence(evidence);
  const { code, host, writeBack, ...facts } = evidence;
  return `${clean(code, 60)} ${clean(JSON.stringify(facts))}`;
}

/** What writes where, what becomes of the answer, and the proof. */
export function wordFinding({ consequence, endpoint, primitive, proof }: Finding): string {
  return `${endpointWords(endpoint)} by ${clean(primitive)} ${consequenceWords(consequence)}${proofWords(proof)}`;
}

/** `: textContent “Saved” at line 9`, or nothing. */
function proofWords(proof: unknown): string {
  if (typeof proof !== 'object' || proof === null) return '';
  const { name, text: shown, line } = proof as Partial<Proof>;
  return `: ${clean(text(name), 60)}${shown ? ` ${said(shown)}` : ''} at line ${clean(text(line), 20)}`;
}
