/** Shortcuts by what is typed, and by the place of the key where nothing Latin can be typed. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { letterOf } from './keyboard.ts';

const press = (key: string, code: string) => letterOf({ key, code });

test('on layouts without Latin letters the place of the key counts', () => {
  for (const [key, code, letter] of [
    ['р', 'KeyH', 'h'],
    ['Р', 'KeyH', 'h'],
    ['я', 'KeyZ', 'z'],
    ['η', 'KeyH', 'h'],
    ['י', 'KeyH', 'h'],
    ["'", 'KeyW', 'w'],
    ['ㅜ', 'KeyN', 'n'],
    ['ا', 'KeyH', 'h'],
    ['х', 'BracketLeft', 'х'],
    ['Enter', 'Enter', 'enter'],
    ['1', 'Digit1', '1'],
  ]) {
    equal(press(key, code), letter, key);
  }
});

test('on Latin layouts what is typed counts, wherever its key is', () => {
  for (const [key, code, letter] of [
    ['a', 'KeyQ', 'a'],
    [',', 'KeyM', ','],
    ['m', 'Semicolon', 'm'],
    ["'", 'KeyQ', "'"],
    ['H', 'KeyD', 'h'],
    ['z', 'KeyY', 'z'],
    ['ş', 'Semicolon', 'ş'],
  ]) {
    equal(press(key, code), letter, key);
  }
});
