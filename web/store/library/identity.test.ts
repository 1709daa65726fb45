/** Games that were one in version 1.0 are told apart by what their records say. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { apart } from './identity.ts';

const entry = (event: string) => ({
  game: 'english',
  event,
  tags: { Event: event },
  keys: '',
  material: '',
  planes: '',
});

/** What a text says; that of `edit` has other players. */
const says = (event: string) => ({
  digest: event === 'edit' ? 'other' : 'same',
  content: event,
  entry: entry(event),
});

const before: any = {
  id: 3,
  digest: 'same',
  event: 'a',
  tags: { Event: 'a', Site: 'b' },
  collections: ['club'],
  added: 7,
};

/** The events and the texts of the games that a game with these records is now. */
function found(events: string[], more: object = {}, unread: string[] = []) {
  const texts = events.map((text) => ({ text }));
  const read = events.map((event): any => (unread.includes(event) ? null : says(event)));
  return apart({ ...before, ...more }, texts, read).map(({ game, texts }) => [
    game.event,
    game.contents,
    texts.map(({ text }) => text),
  ]);
}

test('each record that says something else is a game of its own', () => {
  deepEqual(found(['a', 'b', 'a', 'c']), [
    ['a', ['a'], ['a', 'a']],
    ['b', ['b'], ['b']],
    ['c', ['c'], ['c']],
  ]);
});

test('the first has its own tags again, its id, and when it was added', () => {
  const [{ game }]: any[] = apart(before, [{ text: 'a' }], [says('a') as any]);
  deepEqual([game.tags, game.id, game.added, game.collections], [{ Event: 'a' }, 3, 7, ['club']]);
});

test('what its owner has merged with it stays a part of it', () => {
  deepEqual(found(['a', 'edit', 'b']), [
    ['a', ['a', 'edit'], ['a', 'edit']],
    ['b', ['b'], ['b']],
  ]);
});

test('what was edited stays as it is, with the record that it was', () => {
  deepEqual(found(['edit', 'a', 'b'], { edited: true, event: 'mine' }), [
    ['mine', ['edit', 'a'], ['edit', 'a']],
    ['b', ['b'], ['b']],
  ]);
});

test('a record that cannot be read any more is kept', () => {
  deepEqual(found(['a', 'b'], {}, ['b']), [['a', ['a'], ['a', 'b']]]);
  deepEqual(found(['a'], { event: 'known' }, ['a']), [['known', ['same'], ['a']]]);
});
