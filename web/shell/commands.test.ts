/** The table of commands: what its views take for granted. */

import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { COMMANDS, commandOf, entriesOf } from './commands.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const strings = JSON.parse(read('../strings/en.json'));
const page = read('../../index.html');

const twice = (all: (string | undefined)[]) => all.filter((one, at) => one && all.indexOf(one) !== at);

test('no two commands share an id or a key', () => {
  deepEqual(twice(COMMANDS.map(({ id }) => id)), []);
  deepEqual(twice(COMMANDS.map(({ key }) => key?.toLowerCase())), []);
});

test('every text and every icon of a command exists', () => {
  for (const { id, icon = id, group, label, offer, help } of COMMANDS) {
    for (const words of [label, offer, help]) ok(typeof words !== 'string' || words in strings, `${words} of ${id}`);
    ok(!group || (label && page.includes(`<symbol id="i-${icon}"`)), `${id} in the menu`);
  }
});

test('every button below the board has a command', () => {
  const ids = [...page.matchAll(/class="action(?: [^"]*)?" id="([^"]+)"/g)].map(([, id]) => id);
  ok(ids.length > 10);
  for (const id of ids) ok(commandOf(id).run, id);
});

test('a menu lists its commands in the order of their rows', () => {
  globalThis.document = { fullscreenEnabled: true } as Document;
  const panels = COMMANDS.flatMap(({ panel = [] }) => panel);
  const ids = entriesOf('game', { panels }).map(({ id }) => id);
  deepEqual(ids.slice(0, 2), ['new', 'offer']);
  deepEqual(ids.slice(-2), ['edit', 'full']);
});

test('what opens a panel that is not there is no entry', () => {
  globalThis.document = { fullscreenEnabled: true } as Document;
  const ids = entriesOf('study', { panels: ['puzzles'] }).map(({ id }) => id);
  ok(ids.includes('analyse'));
  ok(!ids.includes('statistics'));
});
