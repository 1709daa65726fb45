/** A game by link: what comes next, and the link to send, also as a code to be scanned. */

import { encode } from 'uqr';
import type { GameController } from '../../game/api.d.ts';
import { share, turnLink } from '../../game/correspondence.ts';
import { button, html, nothing } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
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

/** The dark squares of a code, as an SVG path; none where a link is longer than a code can be. */
function codeOf(url: string) {
  try {
    const { data, size } = encode(url, { border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: squares.join('') };
  } catch {
    return null;
  }
}

export const friend: Panel = {
  title: () => t('player.remote'),

  opened: ({ controller }) => [keepCode(controller)],

  view(state, { controller }) {
    const now = linkStep(state);
    const step = (name: string) =>
      html`<li aria-current=${name === now ? 'step' : nothing}>${t(`friend.${name}`)}</li>`;
    const { code } = state;
    const picture =
      code &&
      html`
        <svg class="code" viewBox=${`0 0 ${code.size} ${code.size}`} role="img" aria-label=${t('friend.code')}>
          <path d=${code.path}></path>
        </svg>`;
    const send = () => share(controller);
    const link = html`${button(t('link.send'), send, { picture: 'link', kind: 'button main', does: 'send' })}${picture}`;
    return html`
      <div class="stack loose over-board">
        <ol class="friend-steps stack">${STEPS.map(step)}</ol>
        ${now === 'move' ? nothing : link}
      </div>`;
  },
};
