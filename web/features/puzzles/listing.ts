/** Which puzzles are listed while none is on the board. */

import type { GameController } from '../../game/controller.ts';
import { initial } from '../../lib/first.ts';
import type { PuzzlesReply } from '../../protocol.d.ts';
import { Slice } from '../../state/state.ts';

export const listing = new Slice({
  view: initial<'sets' | 'mistakes'>('sets'), // the games' puzzles, or those made of the player's own mistakes
  game: '', // empty for the one on the board
  grade: 0, // 0 for all
  theme: '', // empty for all
  pages: 1, // how much of a set is shown
  lists: initial<Record<string, PuzzlesReply | null | undefined>>({}), // by game; undefined while it is asked for, null if it did not come
  message: '', // what was said of what was shared
});

export const choose = ({ page }: Pick<GameController, 'page'>, values: Partial<ReturnType<typeof listing.of>>) =>
  listing.amend(page, { pages: 1, ...values });
