/**
 * The annotation glyphs after moves, those that a review uses, and the stars of puzzles.
 *
 * @import { Mark } from '../protocol.d.ts'
 */

/** The signs of the first numeric annotation glyphs of PDN and PGN, by number. */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** The glyph number of each mark of a review. @type {Record<Mark, number>} */
export const MARK_GLYPHS = { '?!': 6, '?': 2, '??': 4 };

/** Whether a move with this mark is a mistake, as in the deck of mistakes: a blunder is a bad one, an inaccuracy is none. @param {Mark | ''} mark */
export const isMistake = (mark) => mark === '?' || mark === '??';

/** A difficulty as stars, of five. @param {number} grade */
export const stars = (grade) => '★'.repeat(grade) + '☆'.repeat(5 - grade);

/** The CSS class of each mark. @type {Record<Mark, string>} */
export const MARK_CLASSES = { '?!': 'slip', '?': 'mistake', '??': 'blunder' };
