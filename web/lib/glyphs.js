/**
 * The signs that annotators write after moves, and those of a review among them.
 *
 * @import { Mark } from '../protocol.d.ts'
 */

/** What annotators write for the first glyphs of PDN and PGN, by their numbers. */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** The number of the glyph that a review puts after a move. @type {Record<Mark, number>} */
export const MARK_GLYPHS = { '?!': 6, '?': 2, '??': 4 };

/** The class of the element that shows a mark. @type {Record<Mark, string>} */
export const MARK_CLASSES = { '?!': 'slip', '?': 'mistake', '??': 'blunder' };
