/**
 * The shape every syntax tree node has, whichever grammar made it: ESTree, JSX or TypeScript.
 * `start` and `end` are offsets in the text that was parsed.
 */

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
