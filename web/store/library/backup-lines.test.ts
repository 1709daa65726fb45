/** A backup is read only where every field of it is what the library can read again. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { BackupError, backupLines } from './backup-lines.ts';

const HEAD = { 'saltus-backup': 1, when: '2026-11-25T12:00:00.000Z' };
const MOVE = { path: ['b1', 'b3'], text: 'b1-b3' };
const GAME = {
  id: 3,
  digest: 'kJ8x',
  game: 'rock',
  white: 'Ada',
  black: 'Bela',
  event: '',
  date: '1903.0?.??',
  result: 'white',
  opening: '',
  ballot: null,
  plies: 1,
  side: 0,
  tags: { White: 'Ada' },
  collections: ['club'],
  keys: btoa('x'.repeat(12)),
  material: btoa('x'.repeat(6)),
  planes: btoa('xy'),
  added: 1_700_000_000_000,
};
const TEXTS = [{ text: '[White "Ada"]' }];
const LEARNT = { id: 'one', options: {}, key: 'rock', rows: ['....'], side: 'w', ply: 3, due: 5, progress: null };
const CARD = {
  ...LEARNT,
  game: 3,
  played: 'b1-b3',
  mark: '?',
  line: [MOVE],
  reason: { text: '', said: null },
  refutation: [],
  players: '',
  date: '',
  added: 7,
};
const LINE = {
  ...LEARNT,
  kind: 'rock',
  moves: [MOVE],
  from: [],
  progress: { box: 1, due: 5, when: 4, solved: 1, missed: 0 },
};
const PAST = { id: 'a', game: 'rock', when: 5, players: { w: 0, b: 4 }, winner: 'w', reason: 'connected', plies: 9 };

const whole = [
  HEAD,
  { storage: { last: '"rock"', past: JSON.stringify([PAST]), days: '{' } },
  { game: GAME, texts: TEXTS },
  { store: 'deck', record: CARD },
  { store: 'lines', record: LINE },
  { store: 'reviews', record: { id: 3, game: 3, accuracy: null, when: 5, isRead: true } },
];

/** @param size of its parts */
const parts = (text: string, size: number = 50) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += size) controller.enqueue(text.slice(at, at + size));
      controller.close();
    },
  });

const written = (lines: unknown[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

/** The lines that are read, or the error. */
async function read(text: string): Promise<any> {
  const found = [];
  try {
    for await (const line of backupLines(parts(text))) found.push(line);
  } catch (error) {
    return error;
  }
  return found;
}

test('a whole backup is read, whether its last line ends or not', async () => {
  const text = written(whole);
  deepEqual(await read(text), whole);
  deepEqual(await read(text.trimEnd()), whole);
});

/** The paths of all fields below a value. */
const fields = (value: any, path: string[] = []): string[][] => [
  path,
  ...(value && typeof value === 'object'
    ? Object.keys(value).flatMap((name) => fields(value[name], [...path, name]))
    : []),
];

/** A copy with another value at a place. */
const changed = (value: any, [name, ...path]: string[], other: unknown): any =>
  name === undefined
    ? other
    : Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [name]: changed(value[name], path, other) });

/** What is free: a text that no code reads, and what one reader checks for itself. */
const FREE = /^(?:store|record.accuracy|record.reason.*|texts.0)$/;

test('a wrong value in any field is told with its place', async () => {
  for (const [at, line] of whole.entries()) {
    if (at < 2) continue;
    for (const path of fields(line)) {
      if (!path.length || FREE.test(path.join('.'))) continue;
      for (const wrong of [{}, -1.5, [0]]) {
        const was = path.reduce((part, name) => part[name], line as any);
        if (was && typeof was === 'object' && JSON.stringify(wrong) === '{}' && !Array.isArray(was)) continue;
        const lines = [...whole];
        lines[at] = changed(line, path, wrong);
        const error = await read(written(lines));
        ok(error instanceof BackupError, `${at + 1}: ${path.join('.')} = ${JSON.stringify(wrong)}`);
        ok(error.message.startsWith(`${at + 1}`), error.message);
      }
    }
  }
});

test('the place is the line and the field', async () => {
  const places = [
    [{ game: { ...GAME, date: 0 }, texts: TEXTS }, '2: game.date'],
    [{ game: { ...GAME, keys: btoa('x'.repeat(6)) }, texts: TEXTS }, '2: game.keys'],
    [{ game: { ...GAME, planes: '%%%' }, texts: TEXTS }, '2: game.planes'],
    [{ game: { ...GAME, added: 1e99 }, texts: TEXTS }, '2: game.added'],
    [{ game: GAME, texts: [] }, '2: texts'],
    [{ game: GAME }, '2: texts'],
    [{ game: null, texts: TEXTS }, '2: game'],
    [{ storage: { past: '[{"id":"a","when":1e99}]' } }, '2: storage.past[0].game'],
    [{ storage: { last: 7 } }, '2: storage.last'],
    [{ storage: [] }, '2: storage'],
    [{ store: 'constructor', record: {} }, '2: store'],
    [{ store: 'deck', record: { ...CARD, line: [{ path: 5 }] } }, '2: deck.record.line[0].path'],
    ['{"game":', '2'],
    ['[]', '2: JSON'],
    ['', '2'],
  ];
  for (const [line, place] of places) equal((await read(written([HEAD, line, 'end']))).message, place);
  for (const text of ['', 'nothing', '{}\n', '[]', 'null']) equal((await read(text)).message, '1', text);
});

test('a backup of a later version is told as that', async () => {
  equal((await read(written([{ 'saltus-backup': 2 }, { anything: 1 }]))).isLater, true);
  equal((await read(written([{ 'saltus-backup': 'x' }]))).isLater, false);
});

test('one long line is looked through once', async () => {
  const text = written([HEAD, { game: GAME, texts: [{ text: 'x'.repeat(400_000) }] }]);
  const { split } = String.prototype;
  let looked = 0;
  String.prototype.split = function (this: string, by: any) {
    looked += this.length;
    return split.call(this, by);
  };
  const found = await read(text);
  String.prototype.split = split;
  equal(found.length, 2);
  equal(looked, text.length);
});
