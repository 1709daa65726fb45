/**
 * The rules pages and lessons: which diagrams and steps there are (`book/<game>.json`) and what is written beside them
 * (`strings/book/<language>.json`). Fetched when someone opens the book, not before.
 *
 * @import { Diagram, Meta, Placement } from '../types.d.ts'
 */

import { square } from '../board/geometry.js';
import { fetchStrings, language } from '../lib/i18n.js';

/**
 * What a step of a lesson asks for: any turn, one that crowns, one after which nothing can be taken, the game won, or
 * not lost; so many pieces taken by one turn, or in all; a turn along a path; one after which the piece on a square has
 * no move; or that a rule refuses one.
 * @typedef {'any' | 'crown' | 'safe' | 'win' | 'hold' | { captures: number } | { take: number } | { path: string[] }
 *   | { still: string } | { refuse: string }} Goal
 *
 * A step: `level` of the computer that answers (without it there is one turn alone), within how many `turns` (without it
 * to the end of the game), how many pieces one must `keep`, and a first turn to `show` that does it.
 * @typedef {Placement & { goal: Goal, level?: number, turns?: number, keep?: number, show?: string[] }} Step
 *
 * @typedef {object} Book
 * @property {{ key: string, rules: string[] }[]} sections
 * @property {Record<string, Diagram>} diagrams by rule
 * @property {Step[]} lesson
 */

/**
 * The book of a game in the language that is spoken; `book` is null for a game that has none, and where it did not come:
 * then what is there is not the whole. Rejected where the words did not come.
 *
 * @param {Meta} meta
 * @returns {Promise<{ book: Book | null, isWhole: boolean, text: (...keys: string[]) => string }>} `text`: the first of
 *   these that exists
 */
export async function open({ key, written }) {
  const [book, words] = await Promise.all([
    written ? /** @type {Promise<any>} */ (fetchStrings(`book/${key}.json`)).catch(() => null) : null,
    fetchStrings(`strings/book/${language()}.json`),
  ]);
  return {
    book,
    isWhole: book !== null || !written,
    text: (...keys) => words[keys.find((key) => key in words) ?? ''] ?? '',
  };
}

/**
 * The rows of a board with these pieces.
 *
 * @param {Meta} meta
 * @param {Placement} placed
 */
export function rowsOf(meta, placed) {
  if (placed.start) return meta.start.rows;
  /** @type {Map<string, string>} */
  const board = new Map();
  for (const letter of /** @type {const} */ (['w', 'b', 'W', 'B'])) {
    for (const name of (placed[letter] ?? '').split(' ')) board.set(name, letter);
  }
  return Array.from({ length: meta.ranks }, (_, row) =>
    Array.from({ length: meta.files }, (_, file) => board.get(square(file, meta.ranks - 1 - row)) ?? '.').join(''),
  );
}
