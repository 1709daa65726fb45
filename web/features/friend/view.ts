/** A game by link: what comes next, and the link to send, also as a code to be scanned. */

import type { GameController } from '../../game/api.d.ts';
import { share, turnLink } from '../../game/correspondence.ts';
import { button, codePicture, html, nothing } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import { codeOf } from '../../lib/qr.ts';
import type { Panel } from '../../shell/panels.ts';
import { linkStep, type State } from '../../state/state.ts';

const STEPS = ['move', 'send', 'wait'];

/** Keeps the code of the link to the game on the board. Returns what ends this. */
function keepCode({ page }: GameController) {
  let record = '';
  const look = async ({ match }: State) => {
    if (!match || match.record === record) return;
    record = match.record;
    const url = await turnLink(page.state);
    if (match.record === record) page.set({ code: codeOf(url) });
  };
  look(page.state);
  return page.show(look);
}

export const friend: Panel = {
  title: () => t('player.remote'),

  opened: ({ controller }) => [keepCode(controller)],

  view(state, { controller }) {
    const now = linkStep(state);
    const step = (name: string) =>
      html`<li aria-current=${name === now ? 'step' : nothing}>${t(`friend.${name}`)}</li>`;
    const send = () => share(controller);
    const link = html`${button(t('link.send'), send, { picture: 'link', kind: 'button main', does: 'send' })}${codePicture(state.code)}`;
    return html`
      <div class="stack loose over-board">
        <ol class="friend-steps stack">${STEPS.map(step)}</ol>
        ${now === 'move' ? nothing : link}
      </div>`;
  },
};
