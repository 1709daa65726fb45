/**
 * What finished games add up to: rated games, and apart from them those with help and those given up in the opening.
 */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import type { ArchivedGame } from '../state/kept.ts';
import { bestStreak, sumOf, tally, whyUnrated } from './archive.ts';

/** A game that the person, who has White, won against level 4. */
const won = (more: Partial<ArchivedGame> = {}): ArchivedGame => ({
  id: 'one',
  game: 'rock',
  when: 1,
  players: { w: 0, b: 4 },
  winner: 'w',
  reason: 'connected',
  plies: 40,
  ...more,
});

const AIDS = ['hint', 'analysis', 'undo', 'seat', 'position'] as const;

test('help and a set-up position make a game unrated', () => {
  equal(whyUnrated(won()), undefined);
  for (const aid of AIDS) equal(whyUnrated(won({ aid })), aid);
});

test('a game given up before each side has made five moves is unrated, one played to its end is not', () => {
  for (const reason of ['resignation', 'agreement', 'flag']) {
    equal(whyUnrated(won({ reason, plies: 2, winner: 'b' })), 'short');
    equal(whyUnrated(won({ reason, plies: 9, winner: 'b' })), 'short');
    equal(whyUnrated(won({ reason, plies: 10, winner: 'b' })), undefined);
  }
  equal(whyUnrated(won({ reason: 'points', plies: 4 })), undefined);
});

test('what was rated by an earlier version stays so', () => {
  equal(whyUnrated(won({ reason: 'resignation', plies: 2, rated: { rating: 1052, change: -148 } })), undefined);
});

test('wins with help are counted apart, and beat nobody', () => {
  const games = [won(), won({ aid: 'hint' }), won({ aid: 'undo' }), won({ aid: 'seat', winner: 'b' })];
  const level = tally(games).get(4);
  deepEqual(level, { won: 1, drawn: 0, lost: 0, unrated: { won: 2, drawn: 0, lost: 1 } });
  equal(tally(games.slice(1)).get(4)?.won, 0);
  deepEqual(sumOf(tally([...games, won({ players: { w: 0, b: 5 }, winner: 'draw' })]).values()), {
    won: 1,
    drawn: 1,
    lost: 0,
    unrated: { won: 2, drawn: 0, lost: 1 },
  });
});

test('streaks leave unrated games out', () => {
  const games = [
    won(),
    won({ aid: 'hint' }),
    won({ reason: 'resignation', plies: 3, winner: 'b' }),
    won(),
    won({ winner: 'b' }),
  ];
  equal(bestStreak(games), 2);
});
