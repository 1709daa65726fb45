/** The arrows over the board: of a mistake, what was played is shown, and while it is looked for not what is better. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { advise } from './advice.ts';

const PLAYED = { path: ['c3', 'd4'], text: '22-18' };
const BETTER = { path: ['a3', 'b4'], text: '21-17' };
const LAYOUT = { files: 8, ranks: 8, turned: false, cell: 10, ratio: 1, left: 0, top: 0 } as any;

/** How many arrows are filled, by their colours. */
function arrows(state: any) {
  const found = new Set<string>();
  const set = (_: unknown, key: string, value: string) => !key.endsWith('Style') || Boolean(found.add(value));
  const get = () => () => ({ width: 1 });
  advise(new Proxy({} as any, { set, get }), { draft: [], ...state }, LAYOUT);
  return found.size;
}

test('where a better move is looked for, an arrow shows the move that was played, until a move is made', () => {
  const mode = { kind: 'puzzle', puzzle: { card: { played: PLAYED.text } } };
  const match = { ply: 0, moves: [BETTER, PLAYED] };
  const one = arrows({ match, mode });
  deepEqual(
    [one > 0, arrows({ match, mode, draft: ['c3'] }), arrows({ match: { ...match, ply: 1 }, mode })],
    [true, 0, 0],
  );
  const at = { node: 3, played: PLAYED.path, better: BETTER.path };
  deepEqual(arrows({ match: { node: 3 }, mode: { kind: 'review' }, review: { at } }) > one, true);
});
