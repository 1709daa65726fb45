/** The animations of the board, as what the page shows and the settings have them. */

import type { Motion } from '../board/animation.ts';
import * as animation from '../board/animation.ts';
import type { Steps } from '../board/geometry.ts';
import { follow } from './path.ts';
import { glides, type Page, pace, type State } from './state.ts';

/** The animation of what has just been entered of a move, if the rest of the page still shows what was entered before. */
export function entered(state: State, move: Steps, { dragged, whole }: { dragged: boolean; whole: boolean }) {
  const ghosts = Math.max(0, state.draft.length - 1);
  // The jumps that the player has already seen.
  const shown = dragged ? move.path.length - 1 : ghosts;
  return animation.turn(state.rows, move, { shown, ghosts, whole }, performance.now(), pace(state));
}

/** A whole move from its origin on, beginning now. `rows` is the position before it. */
export const wholeMove = (rows: string[], move: Steps, state: State) =>
  animation.turn(rows, move, { shown: 0, ghosts: 0, whole: true }, performance.now(), pace(state));

/** The animation to another position, beginning now. Null for no change, or too many. */
export const change = (before: string[], after: string[], state: State) =>
  animation.change(before, after, performance.now(), pace(state));

/** Shows a draft that was entered. Returns the key of what is said of it, and where its piece may go now. */
export function grow(page: Page, draft: string[], dragged: boolean) {
  const { captured, next, whole } = follow(page.state.match?.moves ?? [], draft);
  const isLeg = draft.length > 1;
  page.change((s) => {
    const leg = { path: draft, captured, crowns: false };
    s.motion = isLeg && glides(s) ? entered(s, leg, { dragged, whole: false }) : null;
    s.draft = draft;
    s.notice = null;
  });
  const key = isLeg ? (whole ? 'say.may-end' : 'say.goes-on') : draft.length ? 'say.chosen' : 'say.put-down';
  return { key, next };
}

/** How long until the last move has been seen and the eye is ready for what follows, in ms. */
export function untilSeen({ motion }: { motion: Motion | null }) {
  const now = performance.now();
  return motion && !animation.isOver(motion, now) ? motion.start + motion.ends - now + animation.PAUSE_MS : 0;
}
