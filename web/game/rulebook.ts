/** Rules pages and lessons: `book/<game>.json` and its texts, fetched when they are first opened. */

import { rowsOf as filled } from '../board/geometry.ts';
import { fetchStrings, forPointer, language } from '../lib/i18n.ts';
import type { Book, Opened, Placement, Rulebook } from '../state/book.d.ts';
import { called } from '../state/describe.ts';
import type { Meta } from '../state/game.d.ts';
import { Slice, type State } from '../state/state.ts';
import type { GameController } from './controller.ts';

/** Null while no rules are shown. */
export const rulebook = new Slice<Rulebook | null>(null);

/** A game's texts, which must come, and its book: null for none, or with `isWhole` false where it did not come. */
async function open(meta: Meta): Promise<Opened> {
  const { key, written } = meta;
  const [book, words] = await Promise.all([
    written ? fetchStrings<Book>(`book/${key}.json`).catch(() => null) : null,
    fetchStrings(`strings/book/${language()}.json`),
  ]);
  return {
    book,
    isWhole: book !== null || !written,
    text: (...keys) => naming(meta, forPointer(words[keys.find((key) => key in words) ?? ''] ?? '')),
  };
}

/** Fetches the book of the game on the board into the state. Resolves to it, even if it could not be fetched. */
export async function fetchBook({ page }: GameController) {
  const { meta } = page.state;
  const opened: Rulebook = { game: meta.key, found: null, isAbsent: false, known: new Map() };
  rulebook.put(page, opened);
  const found = await open(meta).catch(() => null);
  page.change(() => Object.assign(opened, { found, isAbsent: !found }));
  return opened;
}

/** Keeps the book of the game on the board, in the language of the page. Returns what ends this. */
export function keepBook(controller: GameController, fetch: (controller: GameController) => void = fetchBook) {
  const { page } = controller;
  const shown = ({ meta }: State) => [meta, language()];
  const end = page.effect(shown, () => fetch(controller));
  return () => {
    end();
    rulebook.put(page, null);
  };
}

/** A text with the names of squares as the board shows them: books call every square by file and rank. */
const naming = (meta: Meta, text: string) => text.replace(/\b[a-h][1-8]\b/g, (name) => called(meta, name));

export function rowsOf(meta: Meta, placed: Placement) {
  if (placed.start) return meta.start.rows;
  const board: Map<string, string> = new Map();
  for (const letter of ['w', 'b', 'W', 'B'] as const) {
    for (const name of (placed[letter] ?? '').split(' ')) board.set(name, letter);
  }
  return filled(meta, (name) => board.get(name) ?? '.');
}
