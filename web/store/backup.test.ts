/** Two stores of progress as one: nothing is lost, and what went further wins. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { KINDS, kindOf, LOCAL } from './kinds.ts';
import { MERGING, mergedStorage, RECORDS } from './library/merging.ts';

type Values = Record<string, any>;

const texts = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));

/** When the backup was made. */
const MADE = 1000;

const restored = (here: Values, there: Values) => mergedStorage(texts(here), texts(there), MADE);

/** What is stored after a backup has been restored. */
const merged = (here: Values, there: Values): Values => ({ ...here, ...restored(here, there).written });

test('what is missing is added, and settings stay', () => {
  const found = merged({ settings: { theme: 'dark' } }, { settings: { theme: 'light' }, last: 'rock' });
  assert.deepEqual(found, { settings: { theme: 'dark' }, last: 'rock' });
});

const ended = (id: string, when: number, more: Values = {}) => {
  return { id, when, game: 'rock', players: { w: 0, b: 4 }, winner: 'w', reason: 'connected', plies: 9, ...more };
};

test('finished games of both are listed, the latest first', () => {
  const here = { past: [ended('b', 2, { kept: true })] };
  const there = { past: [ended('c', 3), ended('b', 2), ended('a', 1)] };
  assert.deepEqual(
    merged(here, there).past.map(({ id, kept }: { id: string; kept?: boolean }) => [id, kept]),
    [
      ['c', undefined],
      ['b', true],
      ['a', undefined],
    ],
  );
});

test('of two tries at a puzzle the later one counts, and the best streak', () => {
  const puzzle = (when: number, solved: number) => ({
    box: 0,
    due: 0,
    when,
    solved,
    missed: 0,
  });
  const here = { puzzles: { games: { rock: { a: puzzle(5, 1), b: puzzle(9, 2) } }, streak: { now: 1, best: 7 } } };
  const there = {
    puzzles: { games: { rock: { a: puzzle(6, 2), b: puzzle(8, 1), c: puzzle(1, 1) } }, streak: { now: 2, best: 3 } },
  };
  const { games, streak } = merged(here, there).puzzles;
  assert.deepEqual(
    Object.entries<{ when: number }>(games.rock).map(([id, { when }]) => [id, when]),
    [
      ['a', 6],
      ['b', 9],
      ['c', 1],
    ],
  );
  assert.equal(streak.best, 7);
});

test('steps of a lesson that were done in either are done', () => {
  const found = merged({ 'lesson.rock': { at: 1, done: [0] } }, { 'lesson.rock': { at: 3, done: [0, 2] } });
  assert.deepEqual(found['lesson.rock'], { at: 3, done: [0, 2] });
});

test('the rating that more games have made stays', () => {
  const rated = (count: number) => ({ rating: 1000 + count, deviation: 50, count, best: 0, when: 1, trend: [] });
  const here = { ratings: { games: { rock: rated(5), english: rated(1) }, puzzles: rated(3) } };
  const there = { ratings: { games: { english: rated(4), gambit: rated(2) }, puzzles: rated(2) } };
  const { games, puzzles } = merged(here, there).ratings;
  assert.deepEqual([games.rock.count, games.english.count, games.gambit.count, puzzles.count], [5, 4, 2, 3]);
});

test('what cannot be read in the backup is set aside, and what is no text is left out', () => {
  const backup = { last: '{', met: 7, days: 'null', past: '[{"id":1}]' };
  const { written, came } = mergedStorage({ last: '"rock"' }, backup, MADE);
  const aside = (key: 'last' | 'past') => ({ key, text: backup[key], when: MADE });
  assert.deepEqual(Object.values(written), [aside('last'), aside('past')]);
  assert.deepEqual(came, { asides: 2 });
});

// -- every kind ------------------------------------------------------------------------------------------

const record = (moves: string[], more: Values = {}) =>
  JSON.stringify({
    saltus: 1,
    setup: 'standard',
    nodes: [{}, ...moves.map((move, at) => ({ parent: at, path: move.split('-') }))],
    node: moves.length,
    ...more,
  });

/** A game on a board after some moves. */
const table = (id: string, moves: string[] = [], more: Values = {}) => {
  return {
    id,
    record: record(moves),
    rows: ['.b', 'w.'],
    players: { w: 0, b: 4 },
    bottom: 'w',
    last: [],
    over: false,
    ...more,
  };
};

const left = (id: string, moves: string[], when: number) => {
  return { ...table(id, moves), key: 'rock', when, plies: moves.length, winner: null };
};

const run = (score: number, when: number) => ({ kind: 'rush', game: 'rock', grade: 0, theme: '', score, when });

const seat = (id: string, when: number, more: Values = {}) => {
  const one = {
    id,
    game: 'rock',
    seat: 'w',
    token: `token of ${id}`,
    invite: null,
    other: '',
    isTurn: false,
    isOver: false,
  };
  return { ...one, turn: 1, when, ...more };
};

const tried = (when: number) => ({ box: 1, due: when, when, solved: 1, missed: 0 });
const rating = { rating: 1200, deviation: 100, count: 2, best: 0, when: 5, trend: [1200] };
const solved = { faults: 0, helped: false, solved: true };

/** Of each kind: what is here, what a backup has, and what is stored then. */
const SAMPLES: Record<string, [key: string, here: any, there: any, then: any]> = {
  last: ['last', 'rock', 'roman', 'rock'],
  whole: ['whole', 'a.wasm', 'b.wasm', 'a.wasm'],
  settings: [
    'settings',
    { theme: 'dark', lines: { rock: 2 } },
    { theme: 'light', sound: false, lines: { rock: 1, roman: 3 } },
    { theme: 'dark', lines: { rock: 2, roman: 3 }, sound: false },
  ],
  met: ['met', ['rock'], ['roman', 'rock'], ['rock', 'roman']],
  aids: ['aids', { a: 'hint' }, { a: 'undo', b: 'undo' }, { a: 'hint', b: 'undo' }],
  past: [
    'past',
    [ended('a', 5)],
    [ended('a', 6, { plies: 11 }), ended('b', 1)],
    [ended('a', 6, { plies: 11 }), ended('b', 1)],
  ],
  'past.*': ['past.a', 'mine', 'other', 'mine'],
  shelf: [
    'shelf',
    [left('a', ['a1-b2'], 2)],
    [left('b', ['a1-c3'], 3), left('c', [], 1)],
    [left('b', ['a1-c3'], 3), left('a', ['a1-b2'], 2), left('c', [], 1)],
  ],
  'table.*': ['table.rock', table('a'), table('b', ['b1-b3']), table('b', ['b1-b3'])],
  'reply.*': ['reply.rock', { version: 'mine' }, { version: 'other' }, { version: 'mine' }],
  'options.*': ['options.rock', { quiet: true }, { quiet: false, other: true }, { quiet: true, other: true }],
  'lesson.*': ['lesson.rock', { at: 1, done: [0] }, { at: 3, done: [2] }, { at: 3, done: [0, 2] }],
  puzzles: [
    'puzzles',
    { games: { rock: { a: tried(5) } }, streak: { now: 1, best: 2 } },
    { games: { rock: { a: tried(4), b: tried(1) } }, streak: { now: 0, best: 3 } },
    { games: { rock: { a: tried(5), b: tried(1) } }, streak: { now: 1, best: 3 } },
  ],
  exercises: [
    'exercises',
    { games: {} },
    { games: { roman: { a: tried(4) } }, streak: { now: 0, best: 3 } },
    { games: { roman: { a: tried(4) } }, streak: { now: 0, best: 3 } },
  ],
  ratings: [
    'ratings',
    { games: { rock: rating }, puzzles: rating },
    { games: { roman: rating }, puzzles: { ...rating, count: 3 } },
    { games: { rock: rating, roman: rating }, puzzles: { ...rating, count: 3 } },
  ],
  runs: [
    'runs',
    { last: [run(3, 1)], best: { x: run(3, 1) } },
    { last: [run(5, 2), run(3, 1)], best: { x: run(5, 2), y: run(1, 0) } },
    { last: [run(5, 2), run(3, 1)], best: { x: run(5, 2), y: run(1, 0) } },
  ],
  days: [
    'days',
    { puzzles: { 7: { rock: solved } }, boards: { 7: 'a' } },
    { puzzles: { 7: { roman: solved }, 8: { rock: solved } }, boards: { 7: 'b', 8: 'c' } },
    { puzzles: { 7: { rock: solved, roman: solved }, 8: { rock: solved } }, boards: { 7: 'a', 8: 'c' } },
  ],
  reports: [
    'reports',
    [{ id: 'a', line: '', found: {} }],
    [{ id: 'b', line: '', found: {} }],
    [
      { id: 'a', line: '', found: {} },
      { id: 'b', line: '', found: {} },
    ],
  ],
  lab: [
    'lab',
    [{ id: 'a', name: 'Mine', source: 'x = 1', when: 2, made: 1, table: 'mine' }],
    [
      { id: 'b', name: 'Yours', source: 'x = 2', when: 3 },
      { id: 'a', name: 'Older', source: 'x = 0', when: 1 },
    ],
    [
      { id: 'b', name: 'Yours', source: 'x = 2', when: 3 },
      { id: 'a', name: 'Mine', source: 'x = 1', when: 2, made: 1, table: 'mine' },
    ],
  ],
  reviewing: [
    'reviewing',
    { isOn: true, names: ['Ada'] },
    { isOn: false, names: ['Bob', 'Ada'] },
    { isOn: true, names: ['Ada', 'Bob'] },
  ],
  online: [
    'online',
    [seat('a', 2, { token: null }), seat('b', 1)],
    [seat('a', 1), seat('c', 3), seat('b', 4, { isTurn: true, token: null })],
    [seat('b', 4, { isTurn: true }), seat('c', 3), seat('a', 2)],
  ],
  'online.name': ['online.name', '', 'Ada', 'Ada'],
  'online.notifies': ['online.notifies', false, true, false],
  'aside.*': [
    'aside.a',
    { key: 'last', text: '{', when: 1 },
    { key: 'last', text: '{', when: 1 },
    { key: 'last', text: '{', when: 1 },
  ],
};

test('every kind of what is stored says how two of it become one', () => {
  assert.deepEqual(Object.keys(SAMPLES).sort(), Object.keys(KINDS).sort());
  assert.deepEqual(Object.keys(MERGING).sort(), Object.keys(KINDS).sort());
  for (const [kind, [key, here, there, then]] of Object.entries(SAMPLES)) {
    assert.equal(kindOf(key), kind);
    assert.deepEqual(merged({ [key]: here }, { [key]: there })[key], then, kind);
    // A backup of what is here brings nothing, and one to an empty browser all.
    assert.deepEqual(restored({ [key]: here }, { [key]: here }), { written: {}, came: {} }, kind);
    if (!LOCAL.has(kindOf(key))) assert.deepEqual(restored({}, { [key]: there }).written, { [key]: there }, kind);
  }
});

test('what came is said in numbers', () => {
  const all = Object.values(SAMPLES);
  const here = Object.fromEntries(all.map(([key, mine]) => [key, mine]));
  const there = Object.fromEntries(all.map(([key, , other]) => [key, other]));
  assert.deepEqual(restored(here, there).came, {
    finished: 2,
    unfinished: 3,
    lessons: 1,
    puzzles: 2,
    runs: 1,
    days: 2,
    reviews: 1,
    online: 3,
  });
});

test('the game of a backup comes back to a board that was only shown', () => {
  const theirs = table('b', ['b1-b3']);
  const { written, came } = restored({ 'table.rock': table('a') }, { 'table.rock': theirs });
  assert.deepEqual([written, came], [{ 'table.rock': theirs }, { unfinished: 1 }]);
  const turn = { text: 'b1-b3', spent: 1, variation: true };
  const commented = { record: record([], { nodes: [{ comment: 'mine' }] }) };
  for (const touched of [{ turn }, commented, { record: record([], { setup: null }) }]) {
    const mine = table('a', [], touched);
    assert.deepEqual(merged({ 'table.rock': mine }, { 'table.rock': theirs })['table.rock'], mine);
  }
});

test('where another game was begun, it goes to the earlier ones, whether there are any or not', () => {
  const [mine, theirs] = [table('a', ['b1-b3']), table('b', ['b1-b3', 'a2-c2'])];
  const earlier = { ...theirs, key: 'rock', when: MADE, plies: 2, winner: null };
  const { written, came } = restored({ 'table.rock': mine }, { 'table.rock': theirs });
  assert.deepEqual([written, came], [{ shelf: [earlier] }, { unfinished: 1 }]);
  const others = { shelf: [left('c', [], MADE + 1)] };
  const both = merged({ 'table.rock': mine, ...others }, { 'table.rock': theirs, shelf: [left('d', ['b1-c2'], 5)] });
  assert.deepEqual(
    both.shelf.map(({ id }: { id: string }) => id),
    ['c', 'b', 'd'],
  );
});

test('of one game on two devices what went further stays, and nothing of it is an earlier game', () => {
  const [mine, theirs] = [table('a', ['b1-b3']), table('a', ['b1-b3', 'a2-c2'])];
  assert.deepEqual(restored({ 'table.rock': mine }, { 'table.rock': theirs }).written, { 'table.rock': theirs });
  assert.deepEqual(restored({ 'table.rock': theirs }, { 'table.rock': mine }).written, {});
});

test('a finished game whose record is kept is no earlier game', () => {
  const over = { 'table.rock': table('b', ['b1-b3'], { over: true }), 'past.b': 'record' };
  assert.deepEqual(restored({ 'table.rock': table('a', ['b1-b3']) }, over).written, { 'past.b': 'record' });
});

test('the clocks of a game have stood since the backup', () => {
  const theirs = table('b', ['b1-b3'], { clock: { turns: {}, at: 5 } });
  const { written } = restored({}, { 'table.rock': theirs });
  assert.deepEqual(written['table.rock'], { ...theirs, clock: { turns: {}, at: null } });
});

test('the record of a finished game goes with the newer of its summaries', () => {
  const found = merged({ past: [ended('a', 1)], 'past.a': 'old' }, { past: [ended('a', 2)], 'past.a': 'new' });
  assert.equal(found['past.a'], 'new');
});

test('what is damaged here takes what the backup has, and what a later version keeps is kept', () => {
  const found = mergedStorage({ runs: '{' }, { runs: '{"last":[]}', 'later.kind': '7' }, MADE);
  assert.deepEqual(found.written, { runs: { last: [] }, 'later.kind': 7 });
});

test('records of the library are those that were answered last, with the moves of both', () => {
  const move = (path: string) => ({ path: path.split('-'), text: path });
  const line = (when: number, moves: string[], from: string[]) => {
    return { id: 'x', moves: moves.map(move), from, due: when, progress: { when } };
  };
  const both = RECORDS.lines.merged(line(1, ['a-b', 'c-d'], ['k']) as never, line(2, ['c-d', 'e-f'], ['l']) as never);
  assert.deepEqual(both, line(2, ['a-b', 'c-d', 'e-f'], ['k', 'l']));
  const card = (progress: unknown, due?: number) => ({ id: 'x', added: 1, progress, ...(due && { due }) });
  assert.deepEqual(RECORDS.deck.merged(card(null, 3) as never, card({ when: 9 }) as never), card({ when: 9 }));
  assert.deepEqual(RECORDS.deck.merged(card({ when: 9 }) as never, card(null, 3) as never), card({ when: 9 }));
});

test('a review belongs to its game, whatever number that has here', () => {
  assert.deepEqual(RECORDS.reviews.placed({ id: 5, game: 5 }, 12), { id: 12, game: 12 });
  assert.equal(RECORDS.reviews.placed({ id: 5, game: 5 }, undefined), null);
  assert.deepEqual(RECORDS.deck.placed({ id: 'x', game: 5 }, undefined), { id: 'x', game: 0 });
});
