/** The annotation glyphs after moves, those that a review uses, and the stars of puzzles. */

import type { Mark } from '../protocol.d.ts';

/** The signs of the first numeric annotation glyphs of PDN and PGN, by number. */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

export const MARK_GLYPHS: Record<Mark, number> = { '?!': 6, '?': 2, '??': 4 };

/** Whether a move with this mark is a mistake, as in the deck of mistakes: a blunder is one, an inaccuracy is none. */
export const isMistake = (mark: Mark | '') => mark === '?' || mark === '??';

/** A difficulty as stars, of five. */
export const stars = (grade: number) => '★'.repeat(grade) + '☆'.repeat(5 - grade);

export const MARK_CLASSES: Record<Mark, string> = { '?!': 'slip', '?': 'mistake', '??': 'blunder' };
