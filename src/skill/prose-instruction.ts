/**
 * Tells whether prose instructs its reader to write, save, read or edit at a path. In: a line and the path's span.
 * Out: yes or no. Facts about a place (passive voice, a noun, a plural subject) are no instruction, and when in doubt
 * the answer is no.
 */
import type { SessionsToken } from './sessions-path.ts';

/** Characters looked back from a path for the verb that leads to it. */
const REACH = 300;

const VERB = /(?<![\w-])(write|save|read|edit)(?![\w-])/gi;
const PREPOSITION =
  /(?<![\w-])(?:to|at)[\s:*_]+(?:(?:the|a|this|that|your|its|following|absolute|vm|path|file|folder|directory|dir|location)[\s:]+){0,4}[*_"'`<([]*$/i;
const SENTENCE_END = /[.!?](?=\s)|;/;
const OTHER_ACTION =
  /\b(?:copy|move|put|place|send|run|upload|download|sync|mount|cp|mv|cd|copies|copying|moving|navigate|point|points)\b/i;
const NEW_CLAUSE = /,\s*(?:and\s+)?(?:then|but|so|which|that|where|while|when|because|since|note|there|it|they)\b/i;
const NOUN_USE =
  /\b(?:the|a|an|each|every|any|this|that|these|those|no|its|their|your|his|her|our|my|per|of|on|in|during|for)[\s*_`]+$/i;
const NOUN_HEAD =
  /^(?:\/\w+)?[*_`]*\s+(?:access|permissions?|operations?|calls?|requests?|errors?|attempts?|paths?)\b/i;
const TOOL_PHRASE = /\b(?:use|using|with|via|through)\s+(?:the\s+)?[*_`]*$/i;
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being|get|gets|got)(?:\s+(?:\w+ly|always|then|also|never|only|still|now|later))?\s+$/i;
const PLURAL_SUBJECT = /\b(?:they|we|who|\w*[^\Wsiu]s)\s+(?:\w+ly\s+|always\s+|also\s+|then\s+)?$/i;
const NOT_A_SUBJECT =
  /\b(?:is|as|this|its|always|thus|yes|perhaps|afterwards|besides|steps?|analysis|process|others?)\s+$/i;
/** What someone can, will, or tries to do is a fact about them; what `you` can do is an offer to take up. */
const ABLE = /\b(?!you\b)[\w`*]+\s+(?:can|could|may|might|will|would)\s+(?:\w+ly\s+|also\s+|still\s+|only\s+)?$/i;
const ATTEMPT =
  /\b(?:tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)?|fail(?:s|ed)?|used|able|unable|allowed|permitted|refuses?|how|when|whether)\s+to\s+$/i;
const CONDITION =
  /\b(?:if|when|whenever|unless|until|because|since|whether|why|where|what)\s+(?:you|we|they|i|it|(?:(?:an?|the|your)\s+)?(?!\w*ed\b|done\b|complete\b|ready\b|necessary\b|possible\b)[\w-]+)\s+(?:\w+ly\s+)?$/i;
const DIRECTED = /\b(?:have|let|make|ensure|tell|ask|instruct|must|should|shall|to|please|dispatch)\b/i;

/** `line` with `token`: does a verb of writing or reading, in its imperative, lead to the path by `to` or `at`? */
export function instructsAt(line: string, token: SessionsToken): boolean {
  return linkingVerb(line, token) !== null;
}

/** Whether the clause that joins the verb to the path, or the line as a whole, names bash as the instrument. */
export function goesThroughBash(line: string, token: SessionsToken, lineNamesBashTool: boolean): boolean {
  if (lineNamesBashTool) return true;
  const verb = linkingVerb(line, token);
  if (verb === null) return false;
  const before = line.slice(Math.max(0, verb - REACH), verb);
  const lead = before.slice(lastCut(before));
  const after = line.slice(token.end, token.end + REACH);
  const tail = after.slice(0, nextCut(after));
  return /\bbash\b/i.test(`${lead} ${line.slice(verb, token.start)} ${tail}`);
}

/** The instrument, wherever on the line it is named. */
export function namesBashTool(line: string): boolean {
  return /\bbash[`*_"']{0,3}\s+tool\b/i.test(line);
}

function linkingVerb(line: string, token: SessionsToken): number | null {
  const from = Math.max(0, token.start - REACH);
  const before = line.slice(from, token.start);
  const preposition = PREPOSITION.exec(before);
  if (!preposition) return null;
  const lead = before.slice(0, preposition.index);
  const verb = [...lead.matchAll(VERB)].findLast((match) => isImperative(lead, match.index, match[0]));
  if (!verb) return null;
  const link = lead.slice(verb.index + verb[0].length);
  return SENTENCE_END.test(link) || OTHER_ACTION.test(link) || NEW_CLAUSE.test(link) ? null : from + verb.index;
}

function isImperative(lead: string, at: number, verb: string): boolean {
  const before = lead.slice(Math.max(0, at - 60), at);
  const after = lead.slice(at + verb.length, at + verb.length + 30);
  if (/^[*_`]*\s+tool\b/i.test(after)) return TOOL_PHRASE.test(before);
  if (NOUN_USE.test(before) || NOUN_HEAD.test(after)) return false;
  if (verb.toLowerCase() === 'read' && PASSIVE.test(before)) return false;
  if (ABLE.test(before) || ATTEMPT.test(before) || CONDITION.test(before)) return false;
  const declares = PLURAL_SUBJECT.test(before) && !NOT_A_SUBJECT.test(before);
  return !declares || DIRECTED.test(before);
}

const CLAUSE_CUT = /[.!?](?=\s|$)|[;:,](?=\s|$)|[—–]/g;

function lastCut(text: string): number {
  return ([...text.matchAll(CLAUSE_CUT)].at(-1)?.index ?? -1) + 1;
}

function nextCut(text: string): number {
  const cut = text.search(/[.!?](?=\s|$)|[;,](?=\s|$)/);
  return cut < 0 ? text.length : cut;
}
