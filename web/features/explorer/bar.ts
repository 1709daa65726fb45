/** What the explorer's two lists share, the book's moves and those of the library's games: figures, bars and rows. */

import { html } from 'lit-html';
import type { GameController } from '../../game/api.d.ts';
import { percent } from '../../lib/figures.ts';
import { peekButton } from '../../shell/peek.ts';
import type { State } from '../../state/state.ts';
import { point } from './session.ts';

const MIN_LABELLED_SHARE = 0.26;

export const share = (part: number, whole: number) => {
  const isRare = part > 0 && part / whole < 0.005;
  return isRare ? `<${percent(0.01)}` : percent(part / whole);
};

/** White's wins, draws and Black's wins as a bar; without games it is empty. */
export function resultBar({ white, drawn, black }: { white: number; drawn: number; black: number }) {
  const games = white + drawn + black;
  const part = ([kind, count]: [string, number]) =>
    html`<span class=${kind} .style=${`flex-grow: ${count}`}>${count / games >= MIN_LABELLED_SHARE ? share(count, games) : ''}</span>`;
  const parts = Object.entries({ white, drawn, black }).filter(([, count]) => count);
  return html`<span class=${games ? 'book-bar of-side' : ''} aria-hidden="true">${parts.map(part)}</span>`;
}

type Row = { path: string[]; kind: string; isSure?: boolean; act: () => void };

/** A move of a list, as an arrow while it is shown. */
export function moveRow({ pointed }: State, controller: GameController, { path, ...how }: Row, content: unknown) {
  const name = path.join(' ');
  const isShown = name !== '' && name === pointed?.join(' ');
  const show = (isOn: boolean) => point(controller, isOn ? path : []);
  return html`<li>${peekButton(controller, { name, isShown, show, ...how }, content)}</li>`;
}
