/** While the game of a link is on its way to the board: nothing of another game is seen, and nothing can be pressed. */

import type { GameController } from '../game/controller.ts';
import { byId, say } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';

const PARTS = ['player-top', 'board', 'player-bottom', 'study', 'typed', 'actions'];

export function arriving({ page }: GameController) {
  let isTold = false;
  page.show((state) => {
    if (state.arriving && !isTold) say(t('link.opening'));
    isTold = state.arriving !== '';
    document.documentElement.toggleAttribute('data-arriving', state.arriving === 'other');
    for (const part of PARTS) byId(part).inert = state.arriving !== '';
  });
}
