/** Links that hold a game: unpacking returns what was packed, and rejects anything else. */

import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import test from 'node:test';
import { asksPuzzles, wanted } from './link.ts';
import { pack, puzzleLink, unpack } from './link-to.ts';

const RECORD = JSON.stringify({ game: 'english', comment: 'mossa — “bună”, 石', moves: ['11-15', '22-18'] });

const FIELDS = ['game', 'record', 'turn', 'panel', 'rule', 'puzzle', 'theme', 'level', 'online', 'players', 'lab'];

test('a record comes back as it was packed', async () => {
  for (const text of ['', RECORD, 'x'.repeat(100_000)]) equal(await unpack(await pack(text)), text);
});

test('a packed record has only letters that an address may have', async () => {
  for (const text of [RECORD, ...Array.from({ length: 60 }, (_, n) => String.fromCodePoint(n * 997 + 1))]) {
    match(await pack(text), /^[\w-]*$/);
  }
});

test('what was never packed is refused', async () => {
  const packed = await pack(RECORD);
  for (const letters of [packed.slice(0, -4), `AAAA${packed}`, '!', 'a']) await rejects(unpack(letters), letters);
});

test('a record that unfolds to more than the rules would read is refused', async () => {
  await rejects(unpack(await pack('x'.repeat(2_100_000))), /holds too much/);
});

test('an address asks for what its fields say', () => {
  const none = { ...Object.fromEntries(FIELDS.map((name) => [name, null])), isCut: false };
  deepEqual(wanted(''), none);
  deepEqual(wanted('#game=rock&record=abc&turn=b'), { ...none, game: 'rock', record: 'abc', turn: 'b' });
  deepEqual(wanted('#panel=rules&rule=win'), { ...none, panel: 'rules', rule: 'win' });
  deepEqual(wanted('#lab=ab-c_9'), { ...none, lab: 'ab-c_9' });
  const set = { game: 'rock', theme: 'double', level: '3' };
  deepEqual(wanted('#game=rock&theme=double&level=3'), { ...none, ...set });
});

test('a link is read as it was before a chat, a mail or a page escaped it', () => {
  const whole = wanted('#game=rock&record=ab-c_9&turn=b');
  const escapes = [
    (text: string) => text.replaceAll('&', '&amp;'),
    (text: string) => text.replaceAll('&', '&amp;amp;'),
    (text: string) => text.replaceAll('&', '&#38;'),
    (text: string) => text.replaceAll('&', '&#038;'),
    (text: string) => text.replaceAll('&', '&#x26;'),
    (text: string) => text.replaceAll('&', '&AMP;').replaceAll('=', '&#x3D;'),
    (text: string) => text.replaceAll('&', '%26'),
    (text: string) => text.replaceAll('&', '%26amp%3B'),
    (text: string) => text.replaceAll('&', '%26%2338%3B'),
    encodeURIComponent,
    (text: string) => encodeURIComponent(encodeURIComponent(text)),
    (text: string) => encodeURIComponent(text).toLowerCase(),
  ];
  for (const written of escapes) {
    const hash = `#${written('game=rock&record=ab-c_9&turn=b')}`;
    deepEqual(wanted(hash), whole, hash);
  }
});

test('what stands behind a link in a text is no part of it', () => {
  for (const behind of [
    ')',
    '>',
    '.',
    '),',
    '%3E',
    '%22',
    '”',
    '**',
    ']',
    '%E2%80%A6',
    '?utm_source=chat',
    ' is it',
  ]) {
    const found = wanted(`#game=rock&record=ab-c_9${behind}`);
    deepEqual([found.game, found.record], ['rock', 'ab-c_9'], behind);
    equal(wanted(`#game=rock&record=abc&turn=w${behind}`).turn, 'w', behind);
    equal(wanted(`#game=rock${behind}`).game, 'rock', behind);
  }
  equal(wanted('#game=rock&record=ab%E2%80%8Bcd%0A%20ef').record, 'abcdef');
  equal(wanted('#/game=rock').game, 'rock');
});

test('the signs of italics around a link do not damage it', async () => {
  equal(await unpack(`${await pack(RECORD)}_`), RECORD);
});

test('a link that has lost its game is known', () => {
  for (const hash of [
    '#game=rock&record=',
    '#game=rock&amp',
    '#game=rock',
    '#game=rock&record',
    '#game=rock&turn=b',
  ]) {
    equal(wanted(hash).isCut, /record|turn/.test(hash), hash);
  }
});

test('a side that there is not asks for no turn', () => {
  equal(wanted('#game=rock&turn=white').turn, null);
});

test('a link to a puzzle or a set asks for just that', () => {
  const { location: before } = globalThis;
  Object.assign(globalThis, { location: { href: 'https://example.org/saltus/#game=rock' } });
  const read = (link: string) => wanted(new URL(link).hash);
  equal(puzzleLink('english', { puzzle: 'm3k0a2f' }), 'https://example.org/saltus/#game=english&puzzle=m3k0a2f');
  const set = read(puzzleLink('rock', { theme: 'double', level: 3 }));
  deepEqual([set.game, set.theme, set.level, set.puzzle], ['rock', 'double', '3', null]);
  equal(asksPuzzles(set), true);
  const all = read(puzzleLink('rock', { theme: '', level: 0 }));
  deepEqual([all.panel, asksPuzzles(all)], ['puzzles', false]);
  Object.assign(globalThis, { location: before });
});
