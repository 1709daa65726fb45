/** What is drawn over the board: of a mistake what was played and, but while it is looked for, what is better. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { drawings } from './advice.ts';

const PLAYED = { path: ['c3', 'd4'], text: '22-18' };
const BETTER = { path: ['a3', 'b4'], text: '21-17' };

/** What is drawn, in short: the colour, and where. */
const drawn = (state: any) =>
  drawings({ draft: [], drawn: [], session: { kind: 'game' }, ...state }).map((one) =>
    [one.tone, ...('path' in one ? one.path : [one.square]), 'text' in one ? one.text : ''].join(' ').trim(),
  );

test('where a better move is looked for, an arrow shows the move that was played, until a move is made', () => {
  const session = { kind: 'puzzle', puzzle: { card: { played: PLAYED.text } } };
  const match = { ply: 0, moves: [BETTER, PLAYED] };
  deepEqual(drawn({ match, session }), ['bad c3 d4']);
  deepEqual(drawn({ match, session, draft: ['c3'] }), []);
  deepEqual(drawn({ match: { ...match, ply: 1 }, session }), []);
  const at = { node: 3, played: PLAYED.path, better: BETTER.path };
  deepEqual(drawn({ match: { node: 3 }, session: { kind: 'review' }, review: { at } }), [
    'bad c3 d4',
    'suggested a3 b4',
  ]);
});

test('a mistake that another good move has solved has an arrow for the best move, which that move is not', () => {
  const found = { card: { played: PLAYED.text, line: [BETTER] }, state: 'solved', tried: '23-19' };
  const shown = (ply: number, change: object = {}) =>
    drawn({ match: { ply, moves: [PLAYED] }, session: { kind: 'puzzle', puzzle: { ...found, ...change } } });
  deepEqual(shown(1), ['suggested a3 b4'], 'on the move that was found, and on the best one');
  deepEqual(shown(0), ['bad c3 d4', 'suggested a3 b4']);
  deepEqual(shown(2), [], 'further on in its line');
  deepEqual(shown(1, { tried: BETTER.text }), []);
  deepEqual(shown(1, { state: 'missed' }), []);
});

test('the best line is on top, and a move that is pointed at takes the place of the analysis and of a hint', () => {
  const lines = [
    { score: 40, moves: [BETTER] },
    { score: 0, moves: [PLAYED] },
  ];
  const shown = {
    match: { node: 1, side: 'w', outcome: null },
    analysis: { node: 1, lines },
    meta: { points: false },
  };
  deepEqual(drawn(shown), ['suggested c3 d4', 'suggested a3 b4']);
  const hint = { path: BETTER.path, squares: ['b2'], arrow: PLAYED.path };
  deepEqual(drawn({ ...shown, hint }), ['reason b2', 'reason c3 d4', 'suggested a3 b4']);
  const idea = { ...shown, hint: { ...hint, isIdea: true } };
  deepEqual(drawn({ ...idea, rows: ['....', '..w.', '....', '....'] }), ['reason b2'], 'a move of the player’s own');
  deepEqual(drawn({ ...idea, rows: ['....', '..b.', '....', '....'] }), ['reason b2', 'reason c3 d4'], 'a threat');
  deepEqual(drawn({ ...shown, hint, pointed: ['e3', 'f4'] }), ['suggested e3 f4']);
  deepEqual(drawn({ ...shown, hint, preview: {}, drawn: [['a1']] }), ['own a1'], 'while its line is shown');
});

test('where all moves are listed, the next squares of the entered move have the best score behind them', () => {
  const lines = [
    { score: -100, moves: [{ path: ['c3', 'e5', 'g7'] }] },
    { score: -300, moves: [{ path: ['c3', 'e5', 'c7'] }] },
    { score: 0, moves: [{ path: ['a3', 'b4'] }] },
  ];
  const shown = {
    match: { node: 1, side: 'b', outcome: null },
    analysis: { node: 1, lines, every: true, exact: false },
    meta: { points: false },
  };
  deepEqual(drawn(shown), ['good c3 −1.0', 'bad a3 0.0']);
  deepEqual(drawn({ ...shown, draft: ['c3'] }), ['good e5 −1.0']);
});

test('what a player has drawn is circles and arrows', () => {
  deepEqual(drawn({ drawn: [['b4'], ['a1', 'c3']] }), ['own b4', 'own a1 c3']);
});
