/** Shortcuts by what is typed, and by the place of the key where nothing Latin can be typed. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { letterOf, plainMove } from './keyboard.ts';

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

test('a letter that several writings have is no sign of a layout, and no shortcut', () => {
  press('a', 'KeyQ');
  equal(press('µ', 'KeyM'), 'µ');
  equal(press(',', 'KeyM'), ',');
  press('я', 'KeyZ');
  equal(press('µ', 'KeyM'), 'µ');
  equal(press('р', 'KeyH'), 'h');
});

test('moves are read in the digits and dashes of any writing, without what is not seen', () => {
  for (const [typed, move] of [
    ['１１－１５', '11-15'],
    ['ａ３ｘｂ４', 'a3xb4'],
    ['١١-١٥', '11-15'],
    ['۱۱–۱۵', '11-15'],
    ['११ - १५', '11 - 15'],
    ['๑๑-๑๕', '11-15'],
    ['𝟏𝟏-𝟏𝟓', '11-15'],
    ['11—15', '11-15'],
    ['11⸺15', '11-15'],
    ['11−15', '11-15'],
    ['11--15', '11-15'],
    ['11―15', '11-15'],
    ['\u200e11\u200f-\u206615\u2069\ufeff', '11-15'],
    ['1\u200b1\u2060-1\u00ad5', '11-15'],
    ['b1\u00adb3', 'b1-b3'],
    ['11\u00a0-\u202f15', '11 - 15'],
    ['18✕11', '18x11'],
    ['--', '--'],
    ['pass', 'pass'],
  ]) {
    equal(plainMove(typed), move, typed);
  }
});
