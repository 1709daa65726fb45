/** What may be done in each session: a test for each cell of the table. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import { type Rights, rights, sessionOf } from './rights.ts';
import { GAME } from './session.ts';
import { REMOTE } from './state.ts';

const lesson = (state = 'open') => ({ session: { kind: 'lesson', lesson: { state } } });
const puzzle = (state = 'open') => ({ session: { kind: 'puzzle', puzzle: { state, side: 'w' } } });
const tries = (home: number | null = null) => ({ session: { kind: 'exploration', home, below: GAME } });
/** A review or the editor, of the game or of what else lies on it. */
const over = (kind: string, { session: below }: any = { session: GAME }) => ({ session: { kind, below } });

/** A person against the computer, before the first move of White. */
const at = (more: Record<string, unknown> = {}): any => ({
  session: GAME,
  players: { w: 0, b: 4 },
  match: match(),
  analysis: null,
  panel: null,
  isOnline: false,
  online: null,
  introduced: false,
  arriving: '',
  ...more,
});

const match = (more: Record<string, unknown> = {}) => ({
  side: 'w',
  ply: 0,
  node: 0,
  history: [],
  outcome: null,
  end: null,
  clock: { w: 60, b: 60 },
  can_redo: false,
  ...more,
});

const FRIEND = { players: { w: 0, b: REMOTE } };
const FAR = { isOnline: true, online: { isOver: false, canTakeBack: true } };
const LATER = match({ history: [{ node: 1, parent: 0, chief: true }], can_redo: true });
const OVER = match({ outcome: {}, end: { node: 0 } });
const REOPENED = { match: match({ end: { node: 0 } }), session: { ...GAME, tookBack: true } };

/** An example of each session. */
const SESSIONS = {
  game: at(),
  'by-link': at(FRIEND),
  online: at({ ...FRIEND, ...FAR }),
  watching: at({ ...FAR, players: { w: REMOTE, b: REMOTE } }),
  exploration: at(tries()),
  review: at(over('review')),
  editor: at(over('editor')),
  lesson: at(lesson()),
  puzzle: at(puzzle()),
};

type Name = keyof typeof SESSIONS;

/** The column in every session: what is given, else `-` and why not. */
const column = (name: Exclude<keyof Rights, 'why'>) =>
  Object.fromEntries(
    Object.entries(SESSIONS).map(([session, state]) => {
      const { [name]: right, why } = rights(state);
      return [session, right ?? `-${why[name] ?? ''}`];
    }),
  );

const given = (name: Exclude<keyof Rights, 'why'>, state: any) => {
  const { [name]: right, why } = rights(state);
  return right ?? `-${why[name] ?? ''}`;
};

const all = (right: unknown, others: Partial<Record<Name, unknown>>) => ({
  ...Object.fromEntries(Object.keys(SESSIONS).map((name) => [name, right])),
  ...others,
});

test('the session that lies on top is the one on the board', () => {
  for (const [name, state] of Object.entries(SESSIONS)) equal(sessionOf(state), name);
  equal(sessionOf(at({ ...tries(3), players: { w: 0, b: 0 } })), 'exploration', 'beyond a game of two persons, too');
  equal(sessionOf(at(over('review', tries()))), 'review');
  equal(sessionOf(at({ isOnline: true, ...lesson() })), 'lesson');
});

test('moves: each person at their turn, and both sides where they are tried out', () => {
  const none = { editor: '-editor.how', watching: '-not.watching' };
  deepEqual(column('moves'), all('turn', { ...none, exploration: 'both' }));
  equal(given('moves', at(over('review', tries()))), 'both');
  equal(given('moves', at({ ...FRIEND, ...FAR, match: LATER })), '-online.back');
  equal(given('moves', at({ ...FRIEND, ...FAR, online: { isOver: true }, match: LATER })), 'turn');
  equal(given('moves', at(lesson('done'))), '-lesson.done');
  equal(given('moves', at(lesson('missed'))), 'turn', 'once the wrong move is taken back');
  equal(given('moves', at({ ...lesson('missed'), match: match({ ply: 1 }) })), '-lesson.missed');
  equal(given('moves', at(puzzle('missed'))), 'turn');
  equal(given('moves', at(puzzle('solved'))), '-not.asked');
  equal(given('moves', at({ ...puzzle(), match: match({ side: 'b' }) })), '-not.asked');
});

test('the computer replies, but not where moves are tried out, nor before the start card is closed', () => {
  const none = { exploration: '-status.tries', editor: '-editor.how', puzzle: '-not.puzzle' };
  deepEqual(column('computer'), all(true, none));
  equal(given('computer', at(over('review', tries()))), '-status.tries');
  for (const how of ['done', 'missed']) equal(given('computer', at(lesson(how))), '-not.lesson');
  for (const session of [SESSIONS.game, SESSIONS.review, SESSIONS.lesson]) {
    equal(given('computer', { ...session, introduced: true }), '-status.begin');
    equal(given('computer', { ...session, arriving: 'other' }), '-link.opening');
  }
});

test('the clock runs while the game goes on, waits for the editor, and is none of a lesson or a puzzle', () => {
  deepEqual(column('clock'), all('runs', { editor: 'waits', lesson: '-', puzzle: '-' }));
  equal(given('clock', at({ match: match({ clock: null }) })), '-');
  equal(given('clock', at({ match: OVER })), '-');
  equal(given('clock', at({ match: match({ end: {} }) })), '-', 'an earlier position of a game that is over');
  equal(given('clock', at(REOPENED)), 'runs');
});

test('a hint is given, but none between friends', () => {
  const unfair = { 'by-link': '-say.fair', online: '-say.fair', watching: '-say.fair' };
  deepEqual(column('hint'), all(true, { ...unfair, editor: '-editor.how' }));
});

test('the engine tells what it knows, but not of a game between friends that goes on', () => {
  const unfair = { 'by-link': '-say.fair', online: '-say.fair', watching: '-say.fair' };
  deepEqual(column('engine'), all(true, unfair));
  for (const kind of ['review', 'editor']) equal(given('engine', at({ ...FRIEND, ...over(kind) })), '-say.fair');
  for (const name of ['hint', 'engine'] as const) {
    equal(given(name, at({ ...FRIEND, match: OVER })), true);
    equal(given(name, at({ ...FRIEND, match: match({ end: {} }) })), true, 'at any position of a game that is over');
    equal(given(name, at({ ...FRIEND, ...REOPENED })), '-say.fair', 'until its end is taken back');
    equal(given(name, at({ ...FRIEND, ...FAR, online: { isOver: true } })), true);
    equal(given(name, at({ ...FRIEND, ...lesson() })) === '-say.fair', false, 'a lesson is no game between friends');
  }
});

test('moves are taken back, with others when they allow it', () => {
  const none = { watching: '-not.watching', review: '-not.review', editor: '-editor.how', puzzle: '-not.puzzle' };
  deepEqual(column('undo'), all(true, { ...none, online: 'asked' }));
  equal(given('undo', at({ ...FRIEND, isOnline: true })), '-not.takeback', 'before the server has told');
  equal(given('undo', at({ ...FRIEND, ...FAR, online: { canTakeBack: false } })), '-not.takeback');
  equal(given('undo', at({ ...FRIEND, ...FAR, ...lesson() })), true, 'whatever game is put aside');
});

test('the players may be changed, in a game with a friend only in the list, and with others not at all', () => {
  const others = { online: '-not.seats', watching: '-not.seats', lesson: '-not.lesson', puzzle: '-not.puzzle' };
  deepEqual(column('seats'), all(true, { ...others, 'by-link': 'list', editor: 'list' }));
  equal(given('seats', at({ ...FRIEND, ...over('review') })), 'list');
  equal(given('seats', at({ ...FRIEND, ...FAR, ...over('editor') })), '-not.seats');
});

test('the game is saved, also with variations, and nothing of a line beyond it, a lesson or a puzzle', () => {
  const none = { lesson: '-not.lesson', puzzle: '-not.puzzle' };
  deepEqual(column('saved'), all('game', { ...none, exploration: 'variations' }));
  equal(given('saved', at(tries(3))), 'beside');
  for (const kind of ['review', 'editor']) equal(given('saved', at(over(kind, tries(3)))), 'beside');
});

test('a game of one person against the computer is rated until it ends', () => {
  const others = { 'by-link': '-', online: '-', watching: '-', lesson: '-not.lesson', puzzle: '-not.puzzle' };
  deepEqual(column('rated'), all(true, { ...others, exploration: '-status.tries' }));
  for (const [w, b] of [
    [0, 0],
    [4, 4],
    [0, REMOTE],
  ])
    equal(given('rated', at({ players: { w, b } })), '-');
  equal(given('rated', at({ players: { w: 4, b: 0 } })), true);
  equal(given('rated', at({ match: OVER })), '-');
});

test('a move is the next one, with the analysis a variation, and tried out beside the opening book', () => {
  deepEqual(column('becomes'), all('next', { exploration: 'tried' }));
  for (const [name, state] of Object.entries(SESSIONS)) {
    equal(given('becomes', { ...state, analysis: {} }), name === 'exploration' ? 'tried' : 'variation', name);
  }
  equal(given('becomes', at({ panel: 'openings' })), 'tried');
  equal(given('becomes', at({ panel: 'openings', ...FRIEND })), 'next', 'between friends the book is shut');
  equal(given('becomes', at({ panel: 'openings', ...FRIEND, match: match({ end: {} }) })), 'tried');
  equal(given('becomes', at({ ...over('review'), match: LATER })), 'variation');
  equal(given('becomes', at({ ...over('review', tries()), match: LATER })), 'tried');
});

test('a move is entered in advance where the other side replies by itself', () => {
  const tries = { exploration: '-status.tries', review: '-not.review', editor: '-editor.how', lesson: '-not.lesson' };
  deepEqual(column('premove'), all(true, { ...tries, 'by-link': '-', watching: '-not.watching' }));
  equal(given('premove', at({ analysis: {} })), '-status.free');
  equal(given('premove', at(puzzle('missed'))), true);
  equal(given('premove', at(puzzle('solved'))), '-not.asked');
  const online = (more: object) => given('premove', at({ ...FRIEND, ...FAR, ...more }));
  deepEqual([online({ match: LATER }), online({ online: null })], ['-online.back', '-online.back']);
  equal(online({ online: { isOver: true } }), '-online.back', 'an earlier position of one that is over');
});

test('the computer thinks on the person’s time, and nothing else does', () => {
  const none = { 'by-link': '-', online: '-', watching: '-', exploration: '-status.tries', editor: '-editor.how' };
  deepEqual(column('ponder'), all(true, { ...none, lesson: '-not.lesson', puzzle: '-not.puzzle' }));
  equal(given('ponder', at({ analysis: {} })), '-status.free');
});

test('a touched piece must move in games alone', () => {
  const none = {
    watching: '-not.watching',
    exploration: '-status.tries',
    review: '-not.review',
    editor: '-editor.how',
  };
  deepEqual(column('touch'), all(true, { ...none, lesson: '-not.lesson', puzzle: '-not.puzzle' }));
  equal(given('touch', at({ analysis: {} })), '-status.free');
});

test('a player resigns and offers a draw in a game that goes on, and not beyond it', () => {
  const none = { watching: '-', editor: '-', lesson: '-', puzzle: '-' };
  deepEqual(column('resign'), all(true, none));
  equal(given('resign', at(tries(3))), '-');
  equal(given('resign', at({ match: OVER })), '-');
  const ended = match({ end: { node: 1 } });
  equal(given('resign', at({ match: ended })), true, 'from an earlier position of one that is over');
  equal(given('resign', at({ ...over('review'), match: ended })), '-');
});

test('tools for lines are there where a position is looked at, and not where it is played', () => {
  deepEqual(column('study'), all('-', { review: true }));
  for (const change of [{ analysis: {} }, { match: OVER }, { panel: 'openings' }, { match: LATER }, tries(3)])
    equal(given('study', at(change)), true);
  equal(given('study', at({ match: LATER, session: { ...GAME, tookBack: true } })), '-', 'gone back in to play on');
  equal(given('study', at({ analysis: {}, ...lesson() })), '-');
  equal(given('study', at(puzzle('solved'))), true);
});

test('other games are reviewed beside one that is not being played', () => {
  const begun = (more = {}) => ({ match: match({ ply: 3, clock: null, ...more }) });
  deepEqual(column('spare'), all(true, {}));
  equal(given('spare', at(begun())), '-');
  equal(given('spare', at({ ...begun(), panel: 'settings' })), '-');
  equal(given('spare', at({ ...begun(), panel: 'puzzles' })), true, 'left on the board for puzzles');
  equal(given('spare', at({ ...begun(), ...over('review') })), true);
  equal(given('spare', at(begun({ outcome: {} }))), true);
  for (const change of [begun({ clock: {} }), { thinking: {} }, { analysis: {} }])
    equal(given('spare', at({ panel: 'puzzles', ...change })), '-', 'a clock that runs, or a search for the board');
});
