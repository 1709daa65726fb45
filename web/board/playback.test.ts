/** The scenes of a demonstration follow from its moves, and the loop takes a few seconds. */

import { deepEqual, equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { animated, scenes } from './animation.ts';

const ROWS = ['....', '.b..', 'w...', '....'];

test('each scene applies one move to the position before it', () => {
  const [first, second, third] = scenes(ROWS, [
    { path: ['a2', 'c4'], captured: ['b3'], crowns: true },
    { path: ['c4', 'd3'] },
  ]);
  deepEqual(first.rows, ROWS);
  equal(first.move, null);
  deepEqual(second.rows, ['..W.', '....', '....', '....']);
  deepEqual(second.before, ROWS);
  deepEqual(third.rows, ['....', '...W', '....', '....']);
});

const GAMES = ['english', 'gambit', 'italian', 'rock', 'roman'];

test('every demonstration loops in three to five seconds', async () => {
  for (const game of GAMES) {
    const address = new URL(`../book/${game}.json`, import.meta.url).href;
    const { demo }: Record<string, any> = (await import(address, { with: { type: 'json' } })).default;
    const empty = Array.from({ length: 8 }, () => '........');
    const letters = [...'wbWB'].flatMap((letter) =>
      (demo[letter] ?? '').split(' ').map((one: string) => [one, letter]),
    );
    const placed = new Map(letters as [string, string][]);
    const rows = empty.map((row, index) =>
      [...row].map((_, file) => placed.get(`${'abcdefgh'[file]}${8 - index}`) ?? '.').join(''),
    );
    const takes = scenes(rows, demo.moves).reduce((sum, one) => sum + one.stands + (animated(one, 0)?.ends ?? 0), 0);
    ok(takes >= 2800 && takes <= 5000, `${game}: ${takes} ms`);
  }
});
