/** The opening explorer: the book's moves for the position on the board, the player's lines, and the library's games. */

import { analyse } from '../../game/analysis.ts';
import type { GameController } from '../../game/controller.ts';
import { button, checkbox, empty, fold, html, keyed, nothing, pick, tool, unbroken } from '../../lib/html.ts';
import { count, counted, percent, t } from '../../lib/i18n.ts';
import type { BookMove, OpeningsReply, Side } from '../../protocol.d.ts';
import { missing, type Panel, type PanelContext } from '../../shell/panels.ts';
import { peekButton } from '../../shell/peek.ts';
import { stepBar } from '../../shell/step-bar.ts';
import { textOf, written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { Lined } from '../../state/kept.ts';
import { rights } from '../../state/rights.ts';
import { figure, scoring, words } from '../../state/score.ts';
import { homeOf } from '../../state/session.ts';
import { MAX_LISTED } from '../../state/settings.ts';
import { type Analysis, SIDES, type State } from '../../state/state.ts';
import { isAtEnd, isSecondFirst, writtenNumber } from '../../state/tree.ts';
import { catalogue, type Played } from '../../store/library/catalogue.ts';
import { watch } from '../../store/library/database.ts';
import { collectionName, faultOf } from '../../store/library/words.ts';
import { addLine, dropMove, dueLines } from '../../store/repertoire.ts';
import { clear, type Explorer, explorer } from './explorer.ts';
import { askBook, askGames, askLines, isOutOfBook, play, point } from './session.ts';

export const openings: Panel = {
  title: () => t('openings.title'),

  place: (state) => (rights(state).engine ? 'follows' : undefined),

  opened({ controller }) {
    const { page } = controller;
    const forGame = page.effect('meta', () => () => clear(page));
    const ask = page.effect('match', (match) => {
      if (!match) return;
      if (page.state.meta.book) askBook(controller, match);
      askGames(controller, match);
      askLines(controller, match);
    });
    let isOwn = false; // whether the analysis was begun here, where the book has nothing; a person may switch it off
    const search = page.effect(
      (state) => [isOutOfBook(state), state.analysis !== null],
      ([isOut, isOn]) => {
        const wasOwn = isOwn;
        isOwn = isOut ? isOwn || !isOn : isOwn && isOn;
        if (isOwn && !wasOwn) analyse(controller);
      },
    );
    const end = () => void (isOwn && page.state.analysis && analyse(controller));
    const countAgain = () => page.state.match && askGames(controller, page.state.match);
    catalogue.watchers.add(countAgain);
    const unwatch = watch((change) => {
      if (page.state.match && (!change || change.store === 'lines')) askLines(controller, page.state.match);
    });
    const unwatchGames = () => void catalogue.watchers.delete(countAgain);
    return [ask, search, end, unwatch, unwatchGames, forGame, () => point(controller, [])];
  },

  view(state, context) {
    const { engine } = rights(state).why;
    if (engine) return empty('openings', t(engine));
    const { navigation } = context.controller;
    const { match } = state;
    const isAway = match && (homeOf(state) !== null || !isAtEnd(match));
    const isLost = match?.ply && context.controller.autosave.atStake(match);
    const text = isLost ? 'openings.live' : 'openings.tries';
    const tried =
      match && !match.end && !isAway ? html`<p class=${isLost ? 'note' : 'note book-tries'}>${t(text)}</p>` : nothing;
    // What comes below waits for what is above it: nothing moves as it comes.
    const { book, lines } = explorer.of(state);
    const isListed = !state.meta.book || book.match !== null;
    const home = () =>
      button(t('status.to-game'), () => navigation.returnToGame(), { kind: 'button main', does: 'to-game' });
    return html`
      ${state.meta.book ? bookPart(state, context, tried) : without(state, context, tried)}
      ${isListed ? linesPart(state, context) : nothing}
      ${isListed && (lines.match || lines.fault) ? gamesPart(state, context) : nothing}
      ${stepBar(state, context.controller, ['first', 'before', 'next', 'last'], isAway ? home() : nothing)}`;
  },
};

function bookPart(state: State, { controller }: PanelContext, tried: unknown) {
  const { opening, match } = state;
  const { page, match: listed, asked } = explorer.of(state).book;
  const ballot = match?.ballot && t('openings.ballot', { n: match.ballot });
  const name = [opening?.name, ballot].filter(Boolean).join(' · ');
  const games = page?.games ?? 0;
  const rows = ({ moves }: OpeningsReply, of: Match) =>
    moves.map((move) => bookMove(state, controller, of, move, games));
  const again = () => asked && askBook(controller, asked);
  const absent = () => missing(state, again, t('openings.absent'));
  const waiting = () => html`<div class="book-rest"><p class="note">${t('openings.loading')}</p></div>`;
  return html`
    <p class="row apart book-head">
      ${name ? html`<strong>${name}</strong>` : nothing}<span class="note">${games ? counted('openings.games', games) : ''}</span>
    </p>
    ${tried}
    ${page?.moves.length ? headings() : nothing}
    <ol class="book" id="book" aria-label=${t('openings.moves')}>
      ${page && listed ? keyed(listed, rows(page, listed)) : nothing}
    </ol>
    ${listed ? html`<div class="book-rest stack snug">${page ? beside(state, page, listed, controller) : absent()}</div>` : waiting()}`;
}

/** What each column of the book's moves has; a screen reader hears it with each move. */
const headings = () => html`
  <p class="book-move book-headings soft" aria-hidden="true">
    <span>${t('review.turn')}</span>${['played', 'results', 'value'].map((column) => html`<span>${t(`openings.column.${column}`)}</span>`)}
  </p>`;

function beside(state: State, { known, moves }: OpeningsReply, match: Match, controller: GameController) {
  if (!moves.length) {
    const { left } = explorer.of(state).book;
    const by = left && match.history.find(({ node }) => node === left.by);
    const move = by && `${writtenNumber(by.ply, isSecondFirst(match, state.meta.first))} ${textOf(by.move)}`;
    const out = match.outcome ? t('openings.over') : move ? t('openings.left', { move }) : t('openings.out');
    const more = left ? button(t('openings.back'), () => controller.navigation.to(left.last)) : nothing;
    return match.outcome ? html`<p class="note">${out}</p>${more}` : analysed(state, match, controller, out, more);
  }
  const listed = moves.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
  const left = known ? match.moves.length - listed : 0;
  return html`
    ${left ? html`<p class="note">${t('openings.rest', { n: left })}</p>` : nothing}
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
  return moveRow(state, controller, { path, kind: 'entry book-move', act, isIdle: match !== state.match }, content);
}

/** For a game without a book: the reason, and what the analysis finds. */
function without(state: State, { controller }: PanelContext, tried: unknown) {
  const { meta, match } = state;
  return html`
    ${empty('openings', t(meta.points ? 'openings.solved' : 'openings.no-book'))}
    ${tried}
    ${match && !match.outcome ? analysed(state, match, controller) : nothing}`;
}

/** Where the book has nothing: the value of the position and its best moves, as the analysis finds them, or its switch. */
function analysed(state: State, match: Match, controller: GameController, out: string = '', more: unknown = nothing) {
  const { analysis } = state;
  const how = scoring(state);
  const lines = analysis?.node === match.node ? analysis.lines.slice(0, MAX_LISTED) : [];
  const value = () => html`<strong>${lines.length ? words(lines[0].score, how) : t('analysis.begins')}</strong>`;
  const begin = () => button(t('openings.analyse'), () => analyse(controller), { does: 'analyse' });
  const row = ({ score, moves: [first, ...on] }: Analysis['lines'][number]) => {
    const act = () => play(controller, match, first.path);
    const content = html`
      <strong>${textOf(first)}</strong><span class="note cut">${written(on)}</span>
      <span class="chip"><span aria-hidden="true">${figure(score, how)}</span><span class="offscreen">${words(score, how)}</span></span>`;
    return moveRow(state, controller, { path: first.path, kind: 'entry book-move', act }, content);
  };
  return html`
    ${out ? html`<p class="note">${unbroken(out)}</p>` : nothing}
    <div class="row wrap apart">${analysis ? value() : begin()}${more}</div>
    <ol class="book best-moves" aria-label=${t('analysis.lines')}>${lines.map(row)}</ol>`;
}

const MIN_LABELLED_SHARE = 0.26;

const share = (part: number, whole: number) => {
  const isRare = part > 0 && part / whole < 0.005;
  return isRare ? `<${percent(0.01)}` : percent(part / whole);
};

/** White's wins, draws and Black's wins as a bar; without games it is empty. */
function resultBar({ white, drawn, black }: { white: number; drawn: number; black: number }) {
  const games = white + drawn + black;
  const part = ([kind, count]: [string, number]) =>
    html`<span class=${kind} .style=${`flex-grow: ${count}`}>${count / games >= MIN_LABELLED_SHARE ? share(count, games) : ''}</span>`;
  const parts = Object.entries({ white, drawn, black }).filter(([, count]) => count);
  return html`<span class=${games ? 'book-bar of-side' : ''} aria-hidden="true">${parts.map(part)}</span>`;
}

type Row = { path: string[]; kind: string; act: () => void; isIdle?: boolean };

/** A move of a list, as an arrow while it is shown. */
function moveRow({ pointed }: State, controller: GameController, { path, ...how }: Row, content: unknown) {
  const name = path.join(' ');
  const isShown = name !== '' && name === pointed?.join(' ');
  const show = (isOn: boolean) => point(controller, isOn ? path : []);
  return html`<li>${peekButton({ name, isShown, show, ...how }, content)}</li>`;
}

function gamesPart(state: State, { controller, panels }: PanelContext) {
  const { counted: how, games } = explorer.of(state);
  const { match, found, isEmpty, collections, fault, asked } = games;
  const set = (values: Partial<typeof how>) => {
    explorer.amend(controller.page, { counted: { ...how, ...values } });
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
  const key = isEmpty ? 'library.explorer.empty' : found?.games ? 'library.explorer.games' : 'library.explorer.none';
  const summary = found ? counted(key, found.games) : '';
  const moves = found ? [...found.moves, ...(found.ended.games ? [found.ended] : [])] : [];
  const row = (played: Played) => {
    const act = () => {
      point(controller, []);
      panels.actions.showGames(played.plies);
    };
    const row = { path: played.path, kind: 'entry book-move played-move', act };
    return moveRow(state, controller, row, tally(played, match));
  };
  const list = () => html`<ol class="book" aria-label=${t('library.explorer')}>${keyed(match, moves.map(row))}</ol>`;
  const content = html`
    <section class="played stack snug" aria-label=${t('library.explorer')}>
      ${found && !isEmpty ? head : nothing}
      <p class="note" role="status">${fault || summary}</p>
      ${moves.length ? list() : nothing}
      <div class="row">${button(t('library.explorer.open'), () => panels.open('library'))}</div>
    </section>`;
  const reached = found?.games ? counted('library.explorer.count', found.games) : '';
  return fold('games', t('library.explorer'), reached, content);
}

function tally(played: Played, match: Match | null) {
  const { path, alike, games, white, draw, black, unfinished, first_year, last_year } = played;
  const textOf = (way: string[]) => match?.moves.find((move) => move.path.join() === way.join())?.text;
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

type Lines = Explorer['lines'];

/** Changes the lines, and says what that did or what went wrong. */
async function change({ page }: GameController, act: () => Promise<string>) {
  explorer.amend(page, { message: await act().catch(faultOf) });
}

function linesPart(state: State, context: PanelContext) {
  const { lines, message } = explorer.of(state);
  const { match, positions, known, fault } = lines;
  const here = positions.find(({ node }) => node === match?.node);
  const planned = here && known[here.side].get(here.key);
  const kept = SIDES.filter((side) => known[side].size);
  const counts = kept.map((side) => t('lines.count', { n: known[side].size, side: t(`side.${side}`) }));
  const parts = () => html`
    ${kept.length ? nothing : html`<p class="note">${t('lines.how')}</p>`}
    ${planned ? meantMoves(planned, context) : nothing}
    ${match ? SIDES.map((side) => sideRow(side, match, lines, context)) : nothing}
    <p class="note" role="status">${message}</p>`;
  const content = html`
    <section class="part loose" aria-label=${t('lines.title')}>
      ${fault ? html`<p class="note" role="alert">${fault}</p>` : match ? parts() : nothing}
    </section>`;
  // Whoever has lines looks for them here, and so does whoever has no book to look at.
  const isOpen = kept.length > 0 || fault !== '' || !state.meta.book;
  return html`<div class="own-lines">${fold('lines', t('lines.title'), counts.join(' · '), content, isOpen)}</div>`;
}

function meantMoves(known: Lined, { controller }: PanelContext) {
  const row = ({ path, text }: Lined['moves'][number]) => {
    const drop = () => change(controller, () => dropMove(known, path).then(() => ''));
    return html`
      <li class="along">
        <strong class="fill">${t('lines.here', { move: text })}</strong>
        ${tool('prune', t('lines.drop', { move: text }), drop, { does: `drop ${text}` })}
      </li>`;
  };
  return html`<ul class="meant" aria-label=${t('lines.meant')}>${known.moves.map(row)}</ul>`;
}

function sideRow(side: Side, match: Match, { positions, known: all }: Lines, { controller, panels }: PanelContext) {
  const known = all[side];
  const until = positions.findIndex(({ node }) => node === match.node);
  const own = positions.slice(0, until + 1).map((at, ply) => (ply === until ? { ...at, move: null } : at));
  const has = own.some((at) => at.side === side && at.move);
  const due = dueLines(known.values()).length;
  const name = t(`side.${side}`);
  const add = () =>
    change(controller, async () => t('lines.added', { n: await addLine(match.game, match.options, own, side) }));
  const train = () => panels.actions.trainLines(match, side);
  const trainLabel = t(due ? 'lines.train' : 'lines.train.early', { n: due, side: name });
  return html`
    <div class="lines-side">
      <div class="row wrap">
        ${button(t('lines.add', { side: name }), add, { does: `add ${side}`, isOff: !has })}
        ${known.size ? button(trainLabel, train, { kind: due ? 'button main' : 'button', does: `train ${side}` }) : nothing}
      </div>
    </div>`;
}
