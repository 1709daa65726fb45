/** What lies over the page for a moment: a short confirmation, a link that was or is to be copied, why a move is refused. */

import { cellOf, shapeOf } from '../board/geometry.ts';
import type { GameController } from '../game/controller.ts';
import { byId } from '../lib/dom.ts';
import { codePicture, html, keyed, nothing, render } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { everything, isTurned, isUpright, type State } from '../state/state.ts';

const confirmation = ({ text, picture }: NonNullable<State['toast']>) =>
  html`<div class="toast" popover="manual" aria-hidden="true">${picture}${text}</div>`;

const copyable = ({ text, label, code }: NonNullable<State['link']>, closed: () => void) => html`
  <dialog class="ask" id="copyable" @close=${closed}>
    <p><label for="link">${label}</label></p>
    <textarea class="text" id="link" readonly rows="3" spellcheck="false" .value=${text}></textarea>
    ${codePicture(code)}
    <div class="row"><button type="button" class="button" @click=${closed}>${t('panel.close')}</button></div>
  </dialog>`;

export function over({ page }: GameController) {
  const closed = () => page.set({ link: null });
  let shown: unknown = null;
  page.view(everything, ({ toast, link }) => {
    const parts = html`${link ? copyable(link, closed) : nothing}${toast ? keyed(toast, confirmation(toast)) : nothing}`;
    render(parts, document.body);
    const dialog = document.getElementById('copyable') as HTMLDialogElement | null;
    if (dialog && !dialog.open) {
      dialog.showModal();
      const field = dialog.querySelector('textarea');
      field?.select();
      field?.scrollTo(0, 0); // the end of what is selected is in sight
    }
    // Above a dialog that is open, too.
    if (toast !== shown) (document.querySelector('.toast') as HTMLElement | null)?.showPopover?.();
    shown = toast;
  });
}

const STAYS_MS = 6000; // how long a reason stays, in ms: time to read two lines

/**
 * Why a move was refused, in a box on the board: at its upper or lower edge, wherever it covers none of the squares that
 * the refusal is about. The same words are in the status and are spoken; this is for whoever looks at the board. A typed
 * move, which has no square, is label beside its field alone.
 */
export function refusalToast(controller: GameController) {
  const board = byId('board');
  let shown: State['refused'] = null;
  let timer = 0;

  const draw = (edge: string | null, text: string = '') => {
    document.documentElement.toggleAttribute('data-refusing', edge !== null);
    render(edge ? html`<p class="refusal-toast" aria-hidden="true" data-edge=${edge}>${text}</p>` : nothing, board);
  };
  const hide = () => {
    clearTimeout(timer);
    draw(null);
  };

  controller.page.view(everything, (state) => {
    if (state.notice?.kind !== 'refusal') return hide();
    if (!state.refused || state.refused === shown) return;
    shown = state.refused;
    if (!shown.piece) return hide();
    clearTimeout(timer);
    const { text } = state.notice;
    // How high it is shows once it is there.
    draw('top', text);
    const high = (board.querySelector('.refusal-toast') as HTMLElement).offsetHeight;
    draw(freeEdge(state, high / board.clientHeight), text);
    timer = window.setTimeout(hide, STAYS_MS);
  });
}

/** The edge of the board where a box as high as `share` of it covers no square of the refusal; null if there is none. */
function freeEdge(state: State, share: number) {
  const { meta, refused, draft } = state;
  const place = { ...meta, turned: isTurned(state), upright: isUpright(state) };
  const { rows } = shapeOf(meta, place.upright);
  const { squares = [], because = [], piece } = refused ?? {};
  const taken = [...squares, ...because, ...draft, ...(piece ? [piece] : [])].map(
    (square) => cellOf(place, square)[1],
  );
  const high = Math.ceil(share * rows);
  if (taken.every((row) => row >= high)) return 'top';
  return taken.every((row) => row < rows - high) ? 'bottom' : null;
}
