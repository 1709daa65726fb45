/**
 * The rules pages and lessons: their diagrams and steps (`book/<game>.json`) and their texts
 * (`strings/book/<language>.json`). They are fetched when they are first opened.
 *
 * @import { GameApi } from '../game/api.d.ts'
 * @import { Diagram, Meta, Placement, Rulebook } from '../types.d.ts'
 */

import { square } from '../board/geometry.js';
import { fetchStrings, forPointer, language } from '../lib/i18n.js';
import { called } from '../state/describe.js';

/**
 * The goal of a step: any move; a move that crowns; a move after which nothing can be captured; to win, or not to lose;
 * to capture so many pieces with one move (`captures`) or in all (`take`); a move along a path; a move after which the
 * piece on a square has no move (`still`); or a move that a rule refuses.
 * @typedef {'any' | 'crown' | 'safe' | 'win' | 'hold' | { captures: number } | { take: number } | { path: string[] }
 *   | { still: string } | { refuse: string }} Goal
 *
 * A step: the `level` of the computer that answers (without it, the step is one move), the number of moves allowed
 * (`turns`; without it, until the end of the game), how many pieces the player must `keep`, and a first move to `show`.
 * @typedef {Placement & { goal: Goal, level?: number, turns?: number, keep?: number, show?: string[] }} Step
 *
 * A point of advice: a move on a board, and a move that is worse. `depth`: so many plies deep the engine agrees, as a test
 * makes sure.
 * @typedef {Diagram & { theme: string, path: string[], worse: string[], depth: number }} Advice
 *
 * @typedef {object} Book
 * @property {{ key: string, rules: string[] }[]} sections
 * @property {Record<string, Diagram>} diagrams by rule
 * @property {Step[]} lesson
 * @property {Advice[]} [strategy]
 */

/**
 * `text`: the text of the first of these keys that exists, with squares named as in this game.
 *
 * @typedef {{ book: Book | null, isWhole: boolean, text: (...keys: string[]) => string }} Opened
 */

/**
 * The book of a game in the current language. `book` is null for a game without a book, and if it could not be fetched;
 * in that case `isWhole` is false. Rejects if the texts could not be fetched.
 *
 * @param {Meta} meta
 * @returns {Promise<Opened>}
 */
export async function open(meta) {
  const { key, written } = meta;
  const [book, words] = await Promise.all([
    written ? /** @type {Promise<any>} */ (fetchStrings(`book/${key}.json`)).catch(() => null) : null,
    fetchStrings(`strings/book/${language()}.json`),
  ]);
  return {
    book,
    isWhole: book !== null || !written,
    text: (...keys) => naming(meta, forPointer(words[keys.find((key) => key in words) ?? ''] ?? '')),
  };
}

/**
 * Fetches the book of the game on the board into the state. Resolves to it, even if it could not be fetched.
 *
 * @param {GameApi} controller
 */
export async function fetchBook({ page }) {
  const { meta } = page.state;
  /** @type {Rulebook} */
  const opened = { game: meta.key, language: language(), found: null, isAbsent: false, known: new Map() };
  page.change((s) => {
    s.rulebook = opened;
  });
  const found = await open(meta).catch(() => null);
  page.change(() => Object.assign(opened, { found, isAbsent: !found }));
  return opened;
}

/**
 * Keeps the book of the game on the board, in the language of the page. Returns what ends this.
 *
 * @param {GameApi} controller
 * @param {(controller: GameApi) => void} fetch
 */
export function keepBook(controller, fetch = fetchBook) {
  const { page } = controller;
  const end = page.show(({ meta, rulebook }) => {
    if (rulebook?.game !== meta.key || rulebook.language !== language()) fetch(controller);
  });
  return () => {
    end();
    page.change((s) => {
      s.rulebook = null;
    });
  };
}

/**
 * A text with the names of squares as the board shows them: books call every square by file and rank.
 *
 * @param {Meta} meta
 * @param {string} text
 */
const naming = (meta, text) => text.replace(/\b[a-h][1-8]\b/g, (name) => called(meta, name));

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
