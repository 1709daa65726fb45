/** Which finished games count for the rating, and which changes are shown. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import test from 'node:test';
import type { ArchivedGame } from '../state/kept.ts';
import { FIRST_GAMES, isChangeShown, learnLadders } from '../state/rating.ts';
import { counted } from './ratings.ts';

const LADDER = Array.from({ length: 10 }, (_, n) => ({ strength: { above: n * 260, margin: 100 }, sight: null }));
learnLadders(['english', 'rock'].map((key) => ({ key, ladder: LADDER })));

/** @returns a game lost against level 4 */
const lost = (when: number, more: Partial<ArchivedGame> = {}): ArchivedGame => ({
  id: String(when),
  game: 'english',
  when,
  players: { w: 4, b: 0 },
  winner: 'w',
  reason: 'no-moves',
  plies: 50,
  ...more,
});

test('a resignation on move two changes nothing', () => {
  const game = lost(1, { reason: 'resignation', plies: 3 });
  deepEqual(counted({}, [game]), { games: {}, isChanged: false });
  equal(game.rated, undefined);
});

test('a game with help changes nothing', () => {
  equal(counted({}, [lost(1, { aid: 'hint', winner: 'b' })]).isChanged, false);
});

test('the changes of the first games are not shown', () => {
  const list = Array.from({ length: FIRST_GAMES + 1 }, (_, i) => lost(FIRST_GAMES + 1 - i));
  const { games } = counted({}, list);
  equal(games.english.count, FIRST_GAMES + 1);
  deepEqual(
    list.map(({ rated }) => rated && isChangeShown(rated)),
    [true, ...Array(FIRST_GAMES).fill(false)],
  );
  ok((list[0].rated?.change ?? 0) > -60, 'by then the steps are small');
});

test('the first games of each game are its own', () => {
  const list = Array.from({ length: 2 * FIRST_GAMES }, (_, i) => lost(20 - i, { game: i % 2 ? 'rock' : 'english' }));
  counted({}, list);
  ok(list.every(({ rated }) => rated && !isChangeShown(rated)));
});
