/** The line of a query and the fields that edit it. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { ends, hasWord, range, terms, termValue, withValue, withWord } from './terms.ts';

test('terms are told apart, with what quotes keep together', () => {
  assert.deepEqual(
    terms('player:smith "New York" -event:"City open" 1950').map(({ key, value }) => [key, value]),
    [
      ['player', 'smith'],
      ['', 'New York'],
      ['', 'City open'],
      ['', '1950'],
    ],
  );
});

test('a value is set in its place, replaced and removed', () => {
  const query = withValue('player:smith open', 'event', 'City match');
  assert.equal(query, 'player:smith open event:"City match"');
  assert.equal(withValue(query, 'player', 'jones'), 'player:jones open event:"City match"');
  assert.equal(withValue(query, 'event', ''), 'player:smith open');
  assert.equal(termValue(query, 'event'), 'City match');
});

test('a quote in a field cannot end the term', () => {
  assert.equal(withValue('', 'player', 'a" year:1950'), 'player:"a year:1950"');
});

test('a term that leaves games out is not the value of a field', () => {
  assert.equal(termValue('-player:smith', 'player'), '');
  assert.equal(withValue('-player:smith', 'player', 'jones'), '-player:smith player:jones');
});

test('a word alone is added once and removed', () => {
  assert.equal(withWord('a rotated b', 'rotated', true), 'a b rotated');
  assert.equal(withWord('a rotated', 'rotated', false), 'a');
  assert.equal(hasWord('a rotated', 'rotated'), true);
  assert.equal(hasWord('"rotated x"', 'rotated'), false);
});

test('ranges have one end or two', () => {
  assert.equal(range('1950', '1960'), '1950..1960');
  assert.equal(range('', '1960'), '..1960');
  assert.equal(range('1950', '1950'), '1950');
  assert.equal(range('', ''), '');
  assert.deepEqual(ends('1950..'), ['1950', '']);
  assert.deepEqual(ends('1950'), ['1950', '1950']);
});
