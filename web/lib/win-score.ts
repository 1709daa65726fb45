/** The engine's scores for forced wins: `WIN_SCORE - n` for a win in n plies, the negative for a loss. */

/** A win in 0 plies. */
const WIN_SCORE = 1_000_000;

/** A score of at least this is a forced win: no forced win takes more than 200 plies. */
export const WON_SCORE = WIN_SCORE - 200;

/** The winner's own moves until a forced win of either side; null if the score is not one. */
export const forced = (score: number) =>
  Math.abs(score) >= WON_SCORE ? Math.ceil((WIN_SCORE - Math.abs(score)) / 2) : null;
