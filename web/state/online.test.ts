/** Games with others: what is asked, whose clock runs, and where no move is made. */

import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import type { Match } from './game.d.ts';
import { isLookingBack, type Online, onlineLeft } from './online.ts';
import { askedFor, asksFor, toMove } from './seats.ts';

const nobody = { draw: null, takeback: null, rematch: null };

const online = (how: Partial<Online>) => ({ seat: 'w', asked: nobody, isOver: false, clock: null, ...how }) as Online;

test('only the clock of the side to move runs on, and none below zero', () => {
  const now = online({ clock: { w: 10, b: 5, running: 'w' }, toldAt: performance.now() - 4000 });
  equal(onlineLeft(now, 'b'), 5);
  equal(Math.round(onlineLeft(now, 'w') ?? 0), 6);
  equal(onlineLeft(online({ clock: { w: 1, b: 5, running: 'w' }, toldAt: performance.now() - 4000 }), 'w'), 0);
  equal(onlineLeft(online({}), 'w'), null);
});

test('a player answers what the other asks, and who watches answers nothing', () => {
  const asked = { ...nobody, draw: 'b' as const, takeback: 'w' as const };
  deepEqual([askedFor(online({ asked })), asksFor(online({ asked }))], ['draw', 'takeback']);
  deepEqual([askedFor(online({ asked, seat: null })), asksFor(online({ asked, seat: null }))], [undefined, null]);
});

test('an earlier position takes no move while the game goes on', () => {
  const history = [{ node: 1, parent: 0, chief: true }];
  const at = (node: number) => ({ node, history }) as unknown as Match;
  equal(isLookingBack({ online: online({}), match: at(0) }), true);
  equal(isLookingBack({ online: online({}), match: at(1) }), false);
  equal(isLookingBack({ online: online({ isOver: true }), match: at(0) }), false);
  equal(isLookingBack({ online: null, match: at(0) }), false);
  equal(toMove({ online: online({ side: 'b' }), match: at(0) }, { ...at(0), side: 'w' }), 'b');
  equal(toMove({ online: online({ side: 'b' }), match: at(1) }, { ...at(1), side: 'w' }), 'w');
});
