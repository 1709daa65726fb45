/** What is stored and cannot be read is set aside before anything is written in its place, and told. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { faultIn, type Key, KINDS } from './kinds.ts';
import { archivedGames, asides, dropAside, onUnreadable, PREFIX, setAside, write } from './store.ts';

/** A storage with room for so many characters. */
class Storage {
  room = 1_000_000;
  getItem = (name: string) => (Object.hasOwn(this, name) ? (this as any)[name] : null);
  removeItem = (name: string) => void delete (this as any)[name];
  setItem(name: string, text: string) {
    const others = Object.entries(this).filter(([key, value]) => typeof value === 'string' && key !== name);
    if (others.reduce((sum, [, value]) => sum + value.length, text.length) > this.room) throw new Error('full');
    (this as any)[name] = text;
  }
}

let storage: Storage;
let told: string[] = [];

/** A test with an empty storage. */
const promise = (name: string, run: () => void) =>
  test(name, () => {
    storage = new Storage();
    (globalThis as any).localStorage = storage;
    onUnreadable((key) => told.push(key));
    told = [];
    run();
  });

const store = (key: string, text: string) => storage.setItem(PREFIX + key, text);
const kept = () => asides().map(({ key, text }) => [key, text]);

const GAME = { id: 'a', game: 'rock', when: 5, players: { w: 0, b: 4 }, winner: 'w', reason: 'connected', plies: 9 };

promise('of every kind, what was cut is set aside once, and told', () => {
  const keys = Object.keys(KINDS).filter((kind) => kind !== 'aside.*' && kind !== 'reply.*');
  for (const kind of keys) {
    const key = kind.replace('*', 'rock') as Key;
    store(key, '{"cut":');
    write(key, null);
    write(key, null);
    equal(storage.getItem(PREFIX + key), 'null');
  }
  const names = keys.map((kind) => kind.replace('*', 'rock')).sort();
  deepEqual(told.sort(), names);
  deepEqual(
    kept().sort(),
    names.map((key) => [key, '{"cut":']),
  );
});

promise('a list with one entry that cannot be read is set aside as a whole, and the others stay', () => {
  const damaged = JSON.stringify([GAME, { ...GAME, id: 'b', players: null }]);
  store('past', damaged);
  write('past', archivedGames());
  deepEqual(kept(), [['past', damaged]]);
  deepEqual(archivedGames(), [GAME]);
});

promise('what can be read is overwritten, and nothing is told', () => {
  store('past', JSON.stringify([GAME]));
  write('past', []);
  store('table.rock', 'null');
  write('table.rock', null);
  deepEqual([kept(), told], [[], []]);
});

promise('all is looked through once it can be told', () => {
  store('online', '[{}]');
  store('last', '"rock"');
  onUnreadable((key) => told.push(key));
  onUnreadable((key) => told.push(key));
  deepEqual([told, kept()], [['online'], [['online', '[{}]']]]);
  equal(storage.getItem(`${PREFIX}online`), '[{}]');
});

promise('what the rules refuse can be set aside, too, and is so once', () => {
  store('table.rock', '{"record":"?"}');
  deepEqual([setAside('table.rock'), setAside('table.rock'), setAside('table.roman')], [true, false, false]);
  deepEqual(kept(), [['table.rock', '{"record":"?"}']]);
});

promise('what is deleted of it does not come back, and what can be read stays', () => {
  store('past', JSON.stringify([GAME, {}]));
  store('runs', '{');
  onUnreadable((key) => told.push(key));
  for (const one of asides()) dropAside(one);
  onUnreadable((key) => told.push(key));
  deepEqual([told.sort(), kept(), archivedGames()], [['past', 'runs'], [], [GAME]]);
  equal(storage.getItem(`${PREFIX}runs`), null);
});

promise('where there is room for one of both only, it is what was there', () => {
  const damaged = 'x'.repeat(900);
  store('runs', damaged);
  storage.room = 1100;
  write('runs', {});
  deepEqual(kept(), [['runs', damaged]]);
});

promise('what earlier releases have stored can all be read', () => {
  for (const release of ['0.1', '1.0']) {
    const path = new URL(`../../../../tests/releases/${release}/storage.json`, import.meta.url);
    const { local } = JSON.parse(readFileSync(path, 'utf8'));
    for (const [name, text] of Object.entries<string>(local))
      equal(faultIn(name.slice(PREFIX.length), text), '', name);
    ok(Object.keys(local).length > 5);
  }
});
