/**
 * Keeps lines of a report from being taken for commands of a CI runner. In: rendered text or JSON. Out: the same to a
 * reader, no wider. Runners take `##[` anywhere in a line, and `::` at its start after blanks.
 */

export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '##(').replace(/^([^\S\n]*)::/gm, '$1∷');
}

/** For JSON: the same string once parsed; characters that steer a terminal are written as escapes too. */
export function inertJson(json: string): string {
  return json.replace(STEERING, escapeCharacter).replaceAll('##[', '##\\u005b');
}

// Line ends and spaces of the indentation are ASCII; JSON itself escapes only the C0 controls and lone surrogates.
const STEERING = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function escapeCharacter(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
