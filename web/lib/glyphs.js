/** The signs that annotators write after moves, and how the page colours those of a review. */

/** What annotators write for the first glyphs of PDN and PGN. */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** The class of what a report says of a turn. @type {Record<string, string>} */
export const KINDS = { '?!': 'slip', '?': 'mistake', '??': 'blunder' };
