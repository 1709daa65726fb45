/** What the explorer's two lists share, the book's moves and those of the library's games: figures, bars and rows. */

import { html } from 'lit-html';
import type { GameApi } from '../../game/api.d.ts';
import { percent } from '../../lib/figures.ts';
import type { State } from '../../state/state.ts';
import { point } from './session.ts';

/** The smallest part of a bar that has room for a figure. */
const MIN_LABELLED_SHARE = 0.26;

export const share = (part: number, whole: number) => {
  const isRare = part > 0 && part / whole < 0.005;
  return isRare ? `<${percent(0.01)}` : percent(part / whole);
};

/** White's wins, draws and Black's wins as a bar; without games it is empty. */
export function resultBar({ white, drawn, black }: { white: number; drawn: number; black: number }) {
  const games = white + drawn + black;
  const parts = Object.entries({ white, drawn, black }).filter(([, part]) => part);
  return html`
    <span class=${games ? 'book-bar' : ''} aria-hidden="true">${parts.map(
      ([kind, part]) =>
        html`<span class=${kind} .style=${`flex-grow: ${part}`}>${part / games >= MIN_LABELLED_SHARE ? share(part, games) : ''}</span>`,
    )}</span>`;
}

/** A move of a list. Pointing at it, or focusing it, shows it as an arrow. */
export function moveRow(
  { pointed }: State,
  controller: GameApi,
  {
    path,
    kind,
    choose,
    content,
  }: { path: string[]; kind: string; choose: (event: MouseEvent) => void; content: unknown },
) {
  const shown = (pointed ?? []).join(' ');
  const name = path.join(' ');
  const press = () => controller.page.amend('explorer', { pressed: shown });
  // `pointermove`, not `pointerenter`: a row that appears under a resting mouse is not shown.
  const move = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && point(controller, path);
  const leave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && point(controller, []);
  const focus = ({ currentTarget }: Event) =>
    (currentTarget as Element).matches(':focus-visible') && point(controller, path);
  return html`
    <li>
      <button type="button" class=${name && name === shown ? `${kind} shown` : kind} data-move=${name}
        @pointerdown=${press} @pointermove=${move} @pointerleave=${leave} @focus=${focus}
        @blur=${() => point(controller, [])} @click=${choose}>${content}</button>
    </li>`;
}
