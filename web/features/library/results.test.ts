/** What the rows of the library say. */

import { deepEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { take } from '../../lib/i18n.ts';
import type { Language } from '../../lib/languages.ts';
import { frozen, partsOf, rendered, textOf } from '../../lib/rendered.test.ts';
import type { LibraryGame } from '../../state/library.ts';
import type { State } from '../../state/state.ts';
import { listPart } from './results.ts';
import type { Library } from './session.ts';
import { libraryState } from './state.ts';

/** The players and the notes of each row. */
function rows(language: Language, ...games: Partial<LibraryGame>[]) {
  take(language, JSON.parse(readFileSync(new URL(`../../strings/${language}.json`, import.meta.url), 'utf8')));
  const hits = games.map((game, id) => ({ game: { id, game: 'english', tags: {}, ...game } as LibraryGame, ply: 0 }));
  const now = {
    ...libraryState.of({ slices: new Map() }),
    hits,
    count: hits.length,
    rows: { first: 0, last: hits.length, current: 0 },
  };
  const html = rendered(listPart({ games: [] } as unknown as State, { now: frozen(now) } as Library, ''));
  return partsOf(html, 'long-row').map((row) => {
    const [players, notes] = ['block', 'card-note'].map((name) => textOf(partsOf(row, name)[0]));
    return [players.slice(0, players.length - notes.length).trim(), ...notes.split(' · ')];
  });
}

const UNKNOWN = { white: '?', black: '?', event: 'Casual game', date: '2026.11.23', result: 'unfinished', plies: 2 };
const HALF = { white: '?', black: 'Ada Lovelace', event: '?', date: '????.??.??', result: 'unfinished', plies: 2 };
const GAMES = [UNKNOWN, HALF].map((game) => ({ ...game, opening: '' }) as Partial<LibraryGame>);

test('a row names players, events and dates only if they are known', () => {
  deepEqual(rows('en', ...GAMES), [
    ['Players unknown', 'Unfinished', '2026-11-23', '1 move', 'Casual game'],
    ['? – Ada Lovelace', 'Unfinished', '1 move'],
  ]);
});

test('what the page has written into a record is told in its language', () => {
  const [[players, , , , event]] = rows('it', ...GAMES);
  deepEqual([players, event], ['Giocatori sconosciuti', 'Partita amichevole']);
});
