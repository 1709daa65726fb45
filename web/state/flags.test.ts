/**
 * The table of rights against the flags that it replaces, over all states: while there are both. Where a cell is meant to
 * differ, `MEANT` says so.
 */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { isStashed } from './mode.ts';
import { type Rights, rights } from './rights.ts';
import { REMOTE, type State } from './state.ts';

const isByLink = ({ players: { w, b } }: Pick<State, 'players'>) => w < 0 || b < 0;

const LINE = [{ node: 1, parent: 0, chief: true }];

const FIELDS: Record<string, unknown[]> = {
  mode: [
    { kind: 'play' },
    { kind: 'review' },
    { kind: 'edit' },
    ...['open', 'done', 'missed'].map((state) => ({ kind: 'lesson', lesson: { state } })),
    ...['open', 'solved'].map((state) => ({ kind: 'puzzle', puzzle: { state, side: 'w' } })),
  ],
  players: [
    [0, 0],
    [0, 4],
    [4, 0],
    [4, 5],
    [0, REMOTE],
    [REMOTE, REMOTE],
    [REMOTE, 4],
  ].map(([w, b]) => ({ w, b })),
  free: [false, true],
  home: [null, 1],
  analysis: [null, {}],
  panel: [null, 'openings'],
  tookBack: [false, true],
  online: [null, { isOver: false, canTakeBack: true }, { isOver: true, canTakeBack: false }],
  isOnline: [false, true],
  introduced: [false, true],
  arriving: ['', 'other'],
  match: ['w', 'b'].flatMap((side) =>
    [
      { ply: 1, node: 1, can_redo: false },
      { ply: 0, node: 0, can_redo: true },
      { ply: 0, node: 0, can_redo: true, end: {} },
      { ply: 1, node: 1, can_redo: false, end: {}, outcome: {} },
      { ply: 1, node: 1, can_redo: false, end: {} },
    ].map((more) => ({ side, history: LINE, clock: {}, end: null, outcome: null, ...more })),
  ),
};

/** Every state of these fields that can occur. */
const STATES = Object.entries(FIELDS)
  .reduce<object[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
  .map((state) => state as State)
  .filter(canBe);

function canBe({ mode, players, home, online, isOnline, panel, match, introduced }: State) {
  const { w, b } = players;
  const stashed = isStashed({ mode });
  if (stashed && (w < 0 || b < 0 || w * b > 0)) return false; // a game of persons, or of a lesson's level
  if (mode.kind === 'puzzle' && (w || b)) return false;
  if (home !== null && (stashed || w < 0 || b < 0)) return false; // a game with a friend is not left for a line
  if (panel === 'openings' && mode.kind !== 'play') return false; // one panel at a time
  if (!stashed && isOnline && (w > 0 || b > 0 || !isByLink({ players }))) return false;
  if (!stashed && online && !isOnline) return false;
  if (introduced && mode.kind !== 'play') return false; // the start card goes with the mode
  if (match?.end && stashed && !match.outcome) return false;
  return stashed || !online?.isOver || match?.end !== null;
}

const goesOn = ({ match, tookBack }: State) => Boolean(match?.clock && !match.outcome && (!match.end || tookBack));
const isRunning = (state: State) => goesOn(state) && !isStashed(state) && state.mode.kind !== 'edit';
function canUndo({ mode, online }: State) {
  if (online && !isStashed({ mode })) return online.canTakeBack;
  return mode.kind !== 'puzzle' && mode.kind !== 'review';
}

/** By cell: as the flags have it, and as the table has it. */
const COMPARED: Record<string, [(state: State) => unknown, (found: Rights, state: State) => unknown]> = {
  clock: [isRunning, ({ clock }) => clock === 'runs'],
  timed: [goesOn, ({ clock }) => clock !== null],
  undo: [canUndo, ({ undo }) => undo !== null],
  stashed: [(state) => !isStashed(state), ({ saved }) => saved !== null],
  aside: [(state) => isStashed(state) || state.home !== null, ({ saved }) => !saved || saved === 'beside'],
};

const isEdited = ({ mode }: State) => mode.kind === 'edit';

/** Who watches picks up no piece, and takes none back. */
const isWatching = ({ players: { w, b } }: State) => w < 0 && b < 0;

/** An end of a game of a server cannot be taken back. */
const isReopenedOnline = ({ online, tookBack }: State) => Boolean(online?.isOver && tookBack);

/** Where a cell differs from the flags, and is right. */
const MEANT: Record<string, (state: State) => boolean> = {
  clock: isReopenedOnline,
  timed: (state) => isStashed(state) || isReopenedOnline(state), // a lesson and a puzzle have no clock
  undo: (state) =>
    isEdited(state) || isWatching(state) || (state.isOnline && (!state.online || state.mode.kind === 'review')),
};

for (const [name, [before, now]] of Object.entries(COMPARED)) {
  test(`${name} is as the flags have it, but for what is meant`, () => {
    const other = STATES.filter((state) => !before(state) !== !now(rights(state), state) && !MEANT[name]?.(state));
    equal(other.length, 0, JSON.stringify(other.slice(0, 3)));
  });
}
