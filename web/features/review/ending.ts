/** The end of a game: its sheet opens, points are counted, a win is celebrated. Without motion all is there at once. */

import type { GameController } from '../../game/controller.ts';
import { byId } from '../../lib/dom.ts';
import { runAfter } from '../../lib/pending.ts';
import { burst } from '../../shell/burst.ts';
import { stepAfter } from '../../shell/opponent.ts';
import type { Panels } from '../../shell/panels.ts';
import { untilSeen } from '../../state/motion.ts';
import { sum, verdict } from '../../state/result.ts';
import { isGameOnBoard } from '../../state/rights.ts';
import { glides, type State } from '../../state/state.ts';
import { reviewerOf } from './session.ts';

const MAX_COUNTING_MS = 2400; // the longest that the counting of points takes
const MAX_POINT_MS = 130; // and that one point does

export function endings(controller: GameController, panels: Panels) {
  const { page } = controller;
  reviewerOf(controller); // the marks of a game that ended at an earlier visit are shown, too
  page.effect(
    ({ panel, match, pending }) => panel === 'result' && match !== null && !match.outcome && !pending,
    (isAnother) => {
      if (!isAnother) return;
      // The next game with a friend has an address of its own, which is about to take the place of this one.
      if (page.state.isOnline) panels.leave(location.href, () => {});
      else panels.close();
    },
  );
  page.effect(
    ({ finished, points }) => finished && points,
    (points) => points && glides(page.state) && count(controller),
  );
  // The status line offers the next opponent, too, and to a later visit.
  page.effect(nextLevel, (next) => page.set({ next }));
  page.effect('finished', (finished) => {
    if (finished) runAfter(untilSeen(page.state), () => present(controller, panels, finished));
  });
}

const nextLevel = (state: State) =>
  (state.match?.end && isGameOnBoard(state) && stepAfter(state, state).level) || null;

async function present({ page }: GameController, panels: Panels, finished: NonNullable<State['finished']>) {
  const { state } = page;
  // What is going to be counted is not told before.
  if (state.match?.outcome?.islands) await page.until((s) => s.points !== null || s.finished !== finished);
  if (state.finished !== finished) return;
  // What the player has opened stays: the status line leads to the result.
  if (!state.panel) panels.open('result');
  // The sheet is drawn before the burst begins: a task of its own for each.
  if (verdict(state) === 'won' && glides(state))
    setTimeout(() => state.finished === finished && burst(byId('board')));
}

/** Counts the points one by one; a tap or a key shows them all at once. */
function count({ page }: GameController) {
  const { points } = page.state;
  if (!points) return;
  const total = sum([...points.w, ...points.b]);
  const pace = Math.min(MAX_POINT_MS, MAX_COUNTING_MS / Math.max(1, total));
  const begun = performance.now() + untilSeen(page.state);
  const set = (counted: number | null) =>
    page.change((s) => {
      if (s.points === points) s.counted = counted;
    });
  const stop = () => {
    clearInterval(timer);
    removeEventListener('pointerdown', stop);
    removeEventListener('keydown', stop);
    set(null);
  };
  const timer = setInterval(() => {
    const counted = Math.max(0, Math.floor((performance.now() - begun) / pace));
    if (counted >= total || page.state.points !== points) stop();
    else set(counted);
  }, pace);
  addEventListener('pointerdown', stop, { passive: true });
  addEventListener('keydown', stop);
  set(0);
}
