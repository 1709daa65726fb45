/** What the board shows, and what a press on it does, while a move is entered, while none can be, and in the editor. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { boardModel } from './board.ts';

const ROWS = ['...b', '..b.', '.b..', 'w...'];
const JUMP = { path: ['a1', 'c3'], captured: ['b2'], crowns: false };
const LONG = { path: ['a1', 'c3', 'e5'], captured: ['b2', 'd4'], crowns: true };

const NOTHING = {
  ...{ draft: [], premove: [], drawn: [], refused: null, motion: null, last: null, preview: null },
  ...{ hint: null, pointed: null, analysis: null, online: null },
};

/** The board of a state in which White, a person, is to move. */
function model(change: any = {}) {
  const meta = { key: 'small', files: 4, ranks: 4, squares: [], bottom: 'w', style: 'draughts' };
  const match = { side: 'w', moves: [JUMP, LONG], forced: true, counts: { w: 2, b: 3 }, outcome: null };
  return boardModel({
    ...NOTHING,
    meta,
    match,
    rows: ROWS,
    bottom: 'w',
    players: { w: 0, b: 0 },
    session: { kind: 'game' },
    boot: { phase: 'ready' },
    arriving: '',
    grouped: { w: false, b: false },
    settings: { contrast: 'normal', board: 'oak', pieces: 'own', coordinates: true, numbers: true, premove: true },
    ...change,
  } as any);
}

const standing = ({ pieces }: ReturnType<typeof model>) =>
  [...pieces]
    .map(([square, letter]) => letter + square)
    .sort()
    .join(' ');

test('pieces that must capture are marked, and can be picked up', () => {
  const shown = model();
  deepEqual([shown.compulsory, [...shown.movable], [...shown.targets]], [['a1'], ['a1'], ['a1']]);
  equal(
    model({ match: { side: 'w', moves: [JUMP], forced: true, counts: { w: 1 }, outcome: null } }).compulsory[0],
    undefined,
  );
  deepEqual(model({ pending: true }).movable.size, 0);
});

test('a selected piece has its targets, and one that has jumped stands where it has come to', () => {
  const selected = model({ draft: ['a1'] });
  deepEqual(
    [selected.selected, selected.entered, [...selected.targets], selected.compulsory],
    ['a1', ['a1'], ['c3'], []],
  );
  const jumped = model({ draft: ['a1', 'c3'], last: { path: ['d4', 'c4'] } });
  equal(standing(jumped), 'bb2 bd4 wc3');
  deepEqual([[...jumped.ghosts], jumped.selected, [...jumped.movable], jumped.last], [['b2'], 'c3', ['c3'], []]);
  deepEqual([jumped.trail, [...jumped.targets]], [[], ['e5']]);
  deepEqual(model({ draft: LONG.path, pending: true }).trail, LONG.path);
});

test('while the computer moves, own pieces can be moved in advance, and nothing else is marked', () => {
  const shown = model({ players: { w: 3, b: 0 }, premove: ['b2', 'a1'] });
  deepEqual([[...shown.movable].sort(), shown.selected, shown.targets.size], [['b2', 'c3', 'd4'], 'b2', 0]);
});

test('in the editor every piece can be picked up, the last move and animations are not shown', () => {
  const edit = { rows: ['....', '....', '....', 'w..b'], held: 'a1', tool: 'w' };
  const shown = model({ session: { kind: 'editor', edit }, last: JUMP, motion: { start: 0, ends: 1 } });
  equal(standing(shown), 'bd1 wa1');
  deepEqual([[...shown.movable], shown.selected, shown.isEdited, shown.hasTool], [['a1', 'd1'], 'a1', true, true]);
  deepEqual([shown.last, shown.entered, shown.motion], [[], [], null]);
});

test('while another game arrives, nothing of the one before is shown', () => {
  const shown = model({ arriving: 'other', last: JUMP, refused: { squares: ['a1'] }, drawn: [['a1']] });
  deepEqual([shown.pieces.size, shown.last, shown.refused, shown.drawings, shown.movable.size], [0, [], null, [], 0]);
});

test('a position of the analysis takes the place of the one on the board', () => {
  const preview = { rows: ['w...', '....', '....', '....'], last: LONG };
  const shown = model({ preview, last: JUMP, motion: { start: 0, ends: 1 } });
  equal(standing(shown), 'wa4');
  deepEqual([shown.last, shown.trail, shown.motion], [LONG.path, LONG.path, null]);
});
