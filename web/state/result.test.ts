/** What a game that has ended means for the player. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import type { Side } from '../protocol.d.ts';
import type { Ended, Match } from './game.d.ts';
import {
  counting,
  decisiveGroups,
  mayTakeBack,
  nextStep,
  opponentLevel,
  ownSide,
  shareText,
  verdict,
} from './result.ts';

const ended = (players: { w: number; b: number }, winner: 'w' | 'b' | null, more: object = {}) =>
  ({ players, meta: { levels: 10 }, match: { ply: 31, outcome: { winner, ...more } } }) as unknown as Ended;

test('a person takes back own moves, and the end of a game', () => {
  const node = (side: Side, ply: number) => ({ side, ply, main: true });
  const match = (ply: number, ...history: ReturnType<typeof node>[]) =>
    ({ ply, history, outcome: null }) as unknown as Match;
  const players = { w: 0, b: 4 };
  equal(mayTakeBack({ match: null, players }), false);
  equal(mayTakeBack({ match: match(1, node('b', 1)), players }), false, 'the computer began');
  equal(mayTakeBack({ match: match(2, node('b', 1), node('w', 2)), players }), true);
  equal(mayTakeBack({ match: match(1, node('b', 1), node('w', 2)), players }), false, 'the own move is yet to come');
  equal(mayTakeBack({ match: match(1, node('b', 1)), players: { w: 0, b: 0 } }), true, 'two people');
  equal(
    mayTakeBack({ match: { ...match(1, node('b', 1)), outcome: {} } as unknown as Match, players }),
    true,
    'it is over',
  );
});

test('the player is the one person against the computer or a friend, and nobody else', () => {
  equal(ownSide({ players: { w: 0, b: 4 } }), 'w');
  equal(ownSide({ players: { w: 4, b: 0 } }), 'b');
  equal(ownSide({ players: { w: -1, b: 0 } }), 'b');
  equal(ownSide({ players: { w: 0, b: 0 } }), null);
  equal(ownSide({ players: { w: 3, b: 4 } }), null);
  equal(opponentLevel(ended({ w: 0, b: 4 }, 'w')), 4);
  equal(opponentLevel(ended({ w: -1, b: 0 }, 'w')), 0);
});

test('the verdict is the player’s own, else the winner’s', () => {
  equal(verdict(ended({ w: 0, b: 4 }, 'w')), 'won');
  equal(verdict(ended({ w: 0, b: 4 }, 'b')), 'lost');
  equal(verdict(ended({ w: 0, b: 4 }, null)), 'draw');
  equal(verdict(ended({ w: 0, b: 0 }, 'b')), 'wins');
});

test('the next step is the next opponent after a win, else the same again', () => {
  deepEqual(nextStep(ended({ w: 0, b: 4 }, 'w'), 5), { kind: 'next', level: 5 });
  deepEqual(nextStep(ended({ w: 0, b: 1 }, 'w'), 5), { kind: 'next', level: 2 });
  deepEqual(nextStep(ended({ w: 0, b: 4 }, 'w'), 3), { kind: 'rematch' });
  deepEqual(nextStep(ended({ w: 0, b: 4 }, 'b'), 3), { kind: 'rematch', other: 3 });
  deepEqual(nextStep(ended({ w: 0, b: 4 }, 'b'), 4), { kind: 'rematch' });
  deepEqual(nextStep(ended({ w: 0, b: 0 }, 'w'), 4), { kind: 'rematch' });
  deepEqual(nextStep(ended({ w: 3, b: 4 }, 'w'), 5), { kind: 'rematch' });
  const named = { players: { w: 0, b: 0 }, match: { names: { w: 'Tinsley', b: '' } } } as unknown as Ended;
  deepEqual(nextStep(named, 4), { kind: 'review' });
  deepEqual(nextStep(ended({ w: 0, b: -1 }, 'w'), 4), { kind: 'send' });
  deepEqual(nextStep({ ...ended({ w: 0, b: -1 }, 'w'), online: { seat: 'w' } }, 4), { kind: 'rematch' });
  deepEqual(nextStep({ ...ended({ w: -1, b: -1 }, 'w'), online: { seat: null } }, 4), { kind: 'none' });
});

test('the text to share names the level where there was one, and counts moves of both sides together', () => {
  deepEqual(shareText(ended({ w: 0, b: 4 }, 'w')), { how: 'won', n: 16, level: 4 });
  deepEqual(shareText(ended({ w: 0, b: 4 }, null)), { how: 'draw', n: 16, level: 4 });
  equal(shareText(ended({ w: 0, b: 4 }, 'w'), true).how, 'aided');
  equal(shareText(ended({ w: 0, b: 0 }, 'w')).how, 'wins');
  equal(shareText(ended({ w: 0, b: 0 }, null)).how, 'drawn');
  equal(shareText(ended({ w: 0, b: -1 }, 'w')).how, 'wins');
});

test('what decided the game is each island, or all pieces of the side that is connected', () => {
  const pieces = new Map([
    ['a1', 'w'],
    ['b2', 'w'],
    ['h8', 'b'],
  ]);
  const islands = { w: [['a1', 'b2']], b: [] };
  deepEqual(decisiveGroups(ended({ w: 0, b: 4 }, 'w', { reason: 'points', islands }), pieces), islands);
  deepEqual(decisiveGroups(ended({ w: 0, b: 4 }, 'w', { reason: 'connected' }), pieces), {
    w: [['a1', 'b2']],
    b: [],
  });
  deepEqual(decisiveGroups(ended({ w: 0, b: 4 }, null, { reason: 'both-connected' }), pieces), {
    w: [['a1', 'b2']],
    b: [['h8']],
  });
  equal(decisiveGroups(ended({ w: 0, b: 4 }, 'w', { reason: 'resignation' }), pieces), null);
});

test('points are counted island by island, White’s first', () => {
  const points = { w: [3, 5], b: [1, 7] };
  deepEqual(counting(points, 0), { w: [0, 0], b: [0, 0] });
  deepEqual(counting(points, 4), { w: [3, 1], b: [0, 0] });
  deepEqual(counting(points, 10), { w: [3, 5], b: [1, 1] });
  deepEqual(counting(points, 16), points);
});
