/** What is measured where nobody lays anything out: the shims agree on it. */

/** How wide a letter is, in pixels. */
export const GLYPH_WIDTH = 6;

/** The box of what has no size. */
export const EMPTY_BOX = { x: 0, y: 0, width: 0, height: 0, top: 0, left: 0, right: 0, bottom: 0 };
