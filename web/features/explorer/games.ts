/** What was played from the position on the board in the games of the library; and rows of moves, for the book too. */

import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { GameController } from '../../game/api.d.ts';
import { button, checkbox, pick } from '../../lib/controls.ts';
import { count, counted, percent } from '../../lib/figures.ts';
import { t } from '../../lib/i18n.ts';
import type { PanelContext } from '../../shell/panels.ts';
import { peekButton } from '../../shell/peek.ts';
import type { Played } from '../../state/explorer.ts';
import type { Match } from '../../state/game.d.ts';
import type { State } from '../../state/state.ts';
import { collectionName } from '../../store/library/words.ts';
import { askGames, point } from './session.ts';

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

export function gamesPart(state: State, { controller, panels }: PanelContext) {
  const { counted: how, games } = state.explorer;
  const { match, found, isEmpty, collections, fault, asked } = games;
  const set = (values: Partial<typeof how>) => {
    controller.page.amend('explorer', { counted: { ...how, ...values } });
    if (asked) askGames(controller, asked);
  };
  const named = collections.map((value) => ({ value, label: collectionName(value) }));
  const choices = [{ value: '', label: t('library.explorer.all') }, ...named];
  // Men that move one way only make another game of a turned board.
  const images = (state.meta.kings ? ['mirrored'] : ['mirrored', 'rotated']) as ('mirrored' | 'rotated')[];
  const head = html`
    <div class="row played-head">
      ${pick('collection', t('library.collection'), choices, how.collection, (collection) => set({ collection }), 'line')}
      ${images.map((name) => checkbox(`played-${name}`, t(`library.${name}`), how[name], (isOn) => set({ [name]: isOn })))}
    </div>`;
  const said = isEmpty ? 'library.explorer.empty' : found?.games ? 'library.explorer.games' : 'library.explorer.none';
  const told = found ? counted(said, found.games) : '';
  const moves = found ? [...found.moves, ...(found.ended.games ? [found.ended] : [])] : [];
  const row = (played: Played) => {
    const act = () => {
      point(controller, []);
      panels.errands.showGames(played.plies);
    };
    const row = { path: played.path, kind: 'entry book-move played-move', isSure: true, act };
    return moveRow(state, controller, row, tally(played, match));
  };
  const list = () => html`<ol class="book" aria-label=${t('library.explorer')}>${keyed(match, moves.map(row))}</ol>`;
  return html`
    <section class="played ruled stack snug" aria-label=${t('library.explorer')}>
      <div class="row">
        <h3 class="grow">${t('library.explorer')}</h3>
        ${button(t('library.explorer.open'), () => panels.open('library'))}
      </div>
      ${found && !isEmpty ? head : nothing}
      <p class="note" role="status">${fault || told}</p>
      ${moves.length ? list() : nothing}
    </section>`;
}

function tally(played: Played, match: Match | null) {
  const { path, alike, games, white, draw, black, unfinished, first_year, last_year } = played;
  const textOf = (way: string[]) => match?.moves.find((one) => one.path.join() === way.join())?.text;
  const texts = [path, ...alike].map(textOf).filter(Boolean);
  const move = path.length ? texts.join(', ') : t('library.explorer.ended');
  const years = [...new Set([first_year, last_year])].filter((year) => year !== null).join('–');
  const finished = games - unfinished;
  const results = { white: share(white, finished), drawn: share(draw, finished), black: share(black, finished) };
  const spoken = [
    move,
    counted('library.explorer.count', games),
    finished ? t('library.explorer.results', results) : '',
    years,
  ];
  return html`
    <span class="offscreen">${spoken.filter(Boolean).join('. ')}. ${t('library.explorer.list')}</span>
    <span class="book-text" aria-hidden="true">
      <strong>${move}</strong><span class="card-note">${years}</span>
    </span>
    <span class="book-share" aria-hidden="true">${count(games)}</span>
    ${resultBar({ white, drawn: draw, black })}`;
}
