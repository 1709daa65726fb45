/** Scores that say that a game can be won by force, as the engine gives them. */

/** A win in n plies is `WIN_SCORE - n`. */
export const WIN_SCORE = 1_000_000;

/** From here on a score is a win: none takes more plies. */
export const WON_SCORE = WIN_SCORE - 200;

/** The turns to a forced win of either side, of a score that says so; else null. @param {number} score */
export const forced = (score) => (Math.abs(score) >= WON_SCORE ? Math.ceil((WIN_SCORE - Math.abs(score)) / 2) : null);
