/** The opening explorer: the book's moves for the position on the board, the player's lines, and the library's games. */

import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { GameController } from '../../game/api.d.ts';
import { button, empty, tool } from '../../lib/controls.ts';
import { counted } from '../../lib/figures.ts';
import { t } from '../../lib/i18n.ts';
import type { BookMove, OpeningsReply } from '../../protocol.d.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import type { Match } from '../../state/game.d.ts';
import { figure, words } from '../../state/score.ts';
import { clearExplorer, type State } from '../../state/state.ts';
import { catalogue } from '../../store/library/catalogue.ts';
import { watch } from '../../store/library/database.ts';
import { gamesPart, moveRow, resultBar, share } from './games.ts';
import { linesPart } from './lines.ts';
import { askBook, askGames, askLines, play, point } from './session.ts';

export const openings: Panel = {
  title: () => t('openings.title'),

  opened({ controller }) {
    const { page } = controller;
    const stop = page.show(({ match, meta, explorer: { book, games, lines } }) => {
      if (!match) return;
      if (meta.book && book.asked !== match) askBook(controller, match);
      if (games.asked !== match) askGames(controller, match);
      if (lines.asked !== match) askLines(controller, match);
    });
    const countAgain = () => page.state.match && askGames(controller, page.state.match);
    catalogue.watchers.add(countAgain);
    const unwatch = watch((change) => {
      if (page.state.match && (!change || change.store === 'lines')) askLines(controller, page.state.match);
    });
    const unwatchGames = () => void catalogue.watchers.delete(countAgain);
    return [stop, unwatch, unwatchGames, () => page.change(clearExplorer), () => point(controller, [])];
  },

  view(state, context) {
    return html`
      ${state.meta.book ? bookPart(state, context) : without(state, context)}
      ${linesPart(state, context)}
      ${gamesPart(state, context)}`;
  },
};

function bookPart(state: State, { controller }: PanelContext) {
  const { opening, match, explorer } = state;
  const { page, match: listed, asked } = explorer.book;
  const ballot = match?.ballot && t('openings.ballot', { n: match.ballot });
  const name = [opening?.name, ballot].filter(Boolean).join(' · ');
  const games = page?.games ?? 0;
  const rows = ({ moves }: OpeningsReply, of: Match) =>
    moves.map((move) => bookMove(state, controller, of, move, games));
  const again = () => asked && askBook(controller, asked);
  const absent = () => html`<p>${t('openings.absent')}</p>${button(t('status.retry'), again)}`;
  const waiting = () => html`<p class="note">${t('openings.loading')}</p>`;
  return html`
    <div class="book-head row apart">
      <div>
        ${name ? html`<strong class="block">${name}</strong>` : nothing}
        <span class="note">${games ? counted('openings.games', games) : ''}</span>
      </div>
      ${steps(controller)}
    </div>
    <ol class="book" id="book" aria-label=${t('openings.moves')}>
      ${page && listed ? keyed(listed, rows(page, listed)) : nothing}
    </ol>
    <div class="book-rest stack snug">${page && listed ? beside(page, listed) : listed ? absent() : waiting()}</div>`;
}

function beside({ known, moves }: OpeningsReply, match: Match) {
  if (!moves.length) return empty('openings', t(match.outcome ? 'openings.over' : 'openings.out'));
  const listed = moves.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
  const left = known ? match.moves.length - listed : 0;
  const key = (kind: string) =>
    html`<span><span class=${`book-key of-side ${kind}`}></span>${t(`openings.${kind}`)}</span>`;
  return html`
    ${left ? html`<p class="note">${t('openings.rest', { n: left })}</p>` : nothing}
    <p class="book-legend row note" aria-hidden="true">${['white', 'drawn', 'black'].map(key)}</p>
    <p class="note">${t('openings.note')}</p>`;
}

function bookMove(state: State, controller: GameController, match: Match, move: BookMove, allGames: number) {
  const { side } = match;
  const { games, drawn, name, alike, path } = move;
  const value = side === 'w' ? move.value : -move.value;
  const white = side === 'w' ? move.won : move.lost;
  const black = games - drawn - white;
  const how = { points: false, exact: false, scale: state.meta.scale };
  const texts = [move, ...alike].map(({ text }) => text);
  const results = { white: share(white, games), drawn: share(drawn, games), black: share(black, games) };
  const counted = games
    ? t('openings.row', { n: games, share: share(games, allGames), ...results })
    : t('openings.unplayed');
  const spoken = [texts.join(', '), name, counted, words(value, how)].filter(Boolean).join('. ');
  const content = html`
    <span class="offscreen">${spoken}</span>
    <span class="book-text" aria-hidden="true">
      <strong>${move.text}</strong>
      ${name ? html`<span class="card-note">${name}</span>` : nothing}
      ${alike.length ? html`<span class="card-note">${t('openings.alike', { n: alike.length })}</span>` : nothing}
    </span>
    <span class="book-share" aria-hidden="true">${games ? share(games, allGames) : '–'}</span>
    ${resultBar({ white, drawn, black })}
    <span class="chip" aria-hidden="true">${figure(value, how)}</span>`;
  const act = () => play(controller, match, path);
  return moveRow(state, controller, { path, kind: 'entry book-move', act }, content);
}

/** The navigation buttons: on a phone the panel covers those below the move list. */
function steps({ navigation }: GameController) {
  const step = (name: string, act: () => void) => tool(name, t(`navigation.${name}`), act, { does: name });
  return html`
    <div class="navigation book-navigation" role="toolbar" aria-label=${t('navigation.label')}>
      ${step('first', () => navigation.leap('first'))}
      ${step('before', () => navigation.go('undo'))}
      ${step('next', () => navigation.go('redo'))}
      ${step('last', () => navigation.leap('last'))}
    </div>`;
}

/** For a game without a book: the reason, and for a solved game a button for the analysis. */
function without({ meta }: State, { controller, panels }: PanelContext) {
  const analyse = () => {
    panels.close();
    if (!controller.page.state.analysis) controller.analyse();
  };
  return html`
    ${empty('openings', t(meta.points ? 'openings.solved' : 'openings.no-book'))}
    ${meta.points ? html`<div class="row">${button(t('more.analyse'), analyse)}</div>` : nothing}`;
}
