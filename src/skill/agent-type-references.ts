/**
 * Finds the `subagent_type` values a text pins. In: the text. Out: each value with its place. YAML, keyword and JSON
 * spellings count wherever they stand, in a fence or in prose; a gap to be filled in (`<agent>`, `$TYPE`, `{type}`)
 * pins nothing.
 */
import { textLines } from './text-lines.ts';

export interface AgentTypeReference {
  readonly value: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

const REFERENCE =
  /(?<![\w-])subagent_type["'`*]{0,3}\s{0,8}[:=]\s{0,8}(?:"([^"]{1,200})"|'([^']{1,200})'|`([^`]{1,200})`|([^\s"'`,;)\]}]{1,200}))/g;

/** Every pinned value in order of the text; a value pinned twice is there twice. */
export function agentTypeReferences(text: string): AgentTypeReference[] {
  const found: AgentTypeReference[] = [];
  if (!text.includes('subagent_type')) return found;
  for (const [index, line] of textLines(text).entries()) {
    if (!line.includes('subagent_type')) continue;
    for (const match of line.matchAll(REFERENCE)) {
      const value = pinned(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
      if (value !== null) found.push({ value, line: index + 1, column: match.index + 1 });
    }
  }
  return found;
}

/** The value without what ends a sentence; null for a gap, a pattern or a pointer to something else. */
function pinned(raw: string): string | null {
  const value = raw.trim().replace(/[.*:!?]+$/, '');
  return /^[\p{L}\p{N}][\p{L}\p{N}_.:/-]*$/u.test(value) ? value : null;
}
