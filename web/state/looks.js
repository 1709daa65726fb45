/**
 * The looks there are, by name, for whoever must know them before anything is drawn. What they look like is for
 * `materials.js` and `shapes.js`.
 */

/** Boards: keys of `MATERIALS`. */
export const BOARDS = ['oak', 'slate', 'mosaic'];

/** Sets of pieces: each game's own, or one of `SHAPES` for all games. */
export const SETS = ['own', 'draughts', 'rock', 'roman', 'flat'];

/** What both are where contrast matters more than looks. */
export const PLAIN = { board: 'plain', pieces: 'flat' };
