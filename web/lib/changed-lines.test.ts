import assert from 'node:assert/strict';
import test from 'node:test';
import { changes } from './changed-lines.ts';

const compared = (text: string, original: string) => changes([...text], [...original]);

test('lines that are the same are not changed', () => {
  assert.deepEqual(compared('abc', 'abc'), { changed: [], cut: [] });
});

test('a line that was written, replaced or moved is changed', () => {
  assert.deepEqual(compared('abXc', 'abc'), { changed: [2], cut: [] });
  assert.deepEqual(compared('aXc', 'abc'), { changed: [1], cut: [] });
  assert.deepEqual(compared('bcda', 'abcd'), { changed: [3], cut: [0] });
});

test('lines that are missing are cut before the line that follows, or at the end', () => {
  assert.deepEqual(compared('ad', 'abcd'), { changed: [], cut: [1] });
  assert.deepEqual(compared('ab', 'abcd'), { changed: [], cut: [2] });
  assert.deepEqual(compared('', 'ab'), { changed: [], cut: [0] });
});

test('several changes are found beside each other', () => {
  assert.deepEqual(compared('aXcdYZg', 'abcdefghijk'), { changed: [1, 4, 5], cut: [7] });
  assert.deepEqual(compared('XaXbX', 'ab'), { changed: [0, 2, 4], cut: [] });
});

test('a text that is too long to be compared is changed between the lines that it begins and ends with', () => {
  const original = Array.from({ length: 3_000 }, (_, at) => `line ${at}`);
  const text = original.map((line, at) => (at === 100 || at === 2_900 ? 'other' : line));
  assert.equal(changes(text, original).changed.length, 2_801);
});
