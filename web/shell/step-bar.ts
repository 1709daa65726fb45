/** The foot of a panel that follows the board, within reach of a thumb: steps through the game, and what else leads on. */

import type { GameController } from '../game/controller.ts';
import { html, nothing, tool } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import type { State } from '../state/state.ts';

type Way = 'first' | 'before' | 'next' | 'last';

export function stepBar({ match }: State, { navigation }: GameController, ways: Way[], more: unknown) {
  const step = (way: Way) => {
    const isBack = way === 'first' || way === 'before';
    const go = () =>
      way === 'before' || way === 'next' ? navigation.go(isBack ? 'undo' : 'redo') : navigation.jumpTo(way);
    return tool(way, t(`action.${way}`), go, { does: way, isIdle: !(isBack ? match?.can_undo : match?.can_redo) });
  };
  return html`
    <div class=${more === nothing ? 'step-bar steps-on row' : 'step-bar leading steps-on row'}>
      <div class="row steps" role="toolbar" aria-label=${t('navigation.label')}>${ways.map(step)}</div>
      ${more}
    </div>`;
}
