/** The names of the boards and piece sets. What they look like is in `board/materials.ts` and `board/shapes.ts`. */

/** Boards: keys of `MATERIALS`. */
export const BOARDS = ['oak', 'slate', 'mosaic'];

/** Sets of pieces: each game's own, or one of `SHAPES` for all games. */
export const SETS = ['own', 'draughts', 'rock', 'roman', 'flat'];

/** The board and the pieces for high contrast. */
export const PLAIN = { board: 'plain', pieces: 'flat' };
