/** While the game of a link is on its way to the board: nothing of another game is seen, and nothing can be pressed. */

import type { GameController } from '../game/controller.ts';
import { byId, say } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';

const PARTS = ['player-top', 'board', 'player-bottom', 'study', 'typed', 'actions'];

export function arriving({ page }: GameController) {
  page.effect(
    (state) => state.arriving !== '',
    (isArriving) => isArriving && say(t('link.opening')),
  );
  page.view(
    (state) => state.arriving,
    (arriving) => {
      document.documentElement.toggleAttribute('data-arriving', arriving === 'other');
      for (const part of PARTS) byId(part).inert = arriving !== '';
    },
  );
}
