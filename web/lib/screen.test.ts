/** Which layout a window gets, and in which one a wide board stands upright. */

import { equal } from 'node:assert/strict';
import test from 'node:test';
import { isTall, layoutOf } from './screen.ts';

const layouts: [string, ...[number, number][]][] = [
  ['phone', [320, 568], [360, 640], [360, 740], [390, 844], [599, 599], [600, 500]],
  ['phone-flat', [640, 360], [740, 360], [844, 390], [1280, 400]],
  ['frame', [640, 480], [800, 600], [859, 640]],
  ['tablet', [600, 600], [768, 1024], [1099, 1400]],
  ['desk', [960, 600], [1024, 768], [1100, 1400], [1280, 800], [1440, 900], [2560, 700]],
  ['wide', [1600, 900], [2560, 1440]],
];

test('every window has one of six layouts, by its width and its height', () => {
  for (const [layout, ...sizes] of layouts) {
    for (const [width, height] of sizes) equal(layoutOf(width, height), layout, `${width}×${height}`);
  }
});

test('a wide board stands upright on a phone that is almost twice as high as wide', () => {
  const sizes: [boolean, number, number][] = [
    [true, 360, 740],
    [true, 390, 844],
    [true, 352, 640],
    [false, 360, 640],
    [false, 320, 568],
    [false, 844, 390],
    [false, 600, 1200],
  ];
  for (const [isUpright, width, height] of sizes) equal(isTall(width, height), isUpright, `${width}×${height}`);
});
