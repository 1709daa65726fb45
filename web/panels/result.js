/**
 * The result sheet: how the game ended and why, what that did to the rating, the points and the accuracy of both sides,
 * the course of the game, and what to do next. The review that finds the accuracy is started here in silence; the sheet
 * fills in what it finds.
 *
 * @import { Panel } from './manager.js'
 * @import { Mark, Side } from '../protocol.d.ts'
 * @import { ArchivedGame } from '../state/archive.js'
 * @import { State } from '../state/state.js'
 * @import { GameApi, GameController } from '../game/api.d.ts'
 */

import { picture } from '../board/pieces.js';
import { shareResult } from '../game/correspondence.js';
import { button, empty, icon, make, setText } from '../lib/dom.js';
import { LANGUAGES, language, t, tOr } from '../lib/i18n.js';
import { archivedGames, tally, whyUnrated } from '../state/archive.js';
import { headline, reason } from '../state/describe.js';
import { FIRST_GAMES } from '../state/rating.js';
import { isChangeShown, ratings } from '../state/ratings.js';
import { counting, opponentLevel, ownSide, shareText, sum, verdict } from '../state/result.js';
import { glides, look } from '../state/state.js';
import { lessons } from '../study/retrospect.js';
import { Graph } from '../view/graph.js';
import { calledOpponent, whoPlays } from '../view/opponent.js';
import { howItWent, isAidedWin } from '../view/outcomes.js';
import { portrait } from '../view/portrait.js';
import { signed } from '../view/trend.js';
import { wreath } from '../view/wreath.js';
import { stepAfter, suggestion } from './next-step.js';
import { deskOf } from './review.js';

const SIDES = /** @type {Side[]} */ (['w', 'b']);

/** How large the winner's piece is drawn, in CSS pixels; the style sheet shows it as large as there is room for. */
const PIECE_PX = 112;

/** How long the worker is left alone before it reviews the game, in ms: a new game is answered sooner so. */
const REVIEW_DELAY_MS = 900;

/** Games shorter than this have no accuracy worth the name, in plies. */
const MIN_REVIEWED_PLIES = 4;

/** Brings what the review finds up to date. @type {((state: State) => void) | null} */
let renew = null;
let isWatched = false;

/** The winner's piece in a wreath, the opponent who has won, or both pieces after a draw. @param {State} state */
function emblem(state) {
  const winner = state.match?.outcome?.winner;
  const level = opponentLevel(state);
  const isLost = verdict(state) === 'lost';
  const box = make('div', { class: 'result-emblem', 'aria-hidden': 'true' });
  if (isLost && level) {
    box.append(portrait(level));
    return box;
  }
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  const { pieces } = look(state);
  for (const side of winner ? [winner] : SIDES) {
    const letter = winner && state.meta.kings ? side.toUpperCase() : side;
    const image = picture(pieces, letter, Math.round(PIECE_PX * ratio));
    const canvas = make('canvas', { width: image.width, height: image.height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    box.append(canvas);
  }
  if (winner && !isLost) box.prepend(wreath());
  return box;
}

/**
 * What a game against the computer did: the rating after it, or that it was won with help and is not rated; and whether it
 * was the first win over this opponent. Nothing of other games.
 *
 * @param {State} state
 * @param {GameController} controller
 */
function effect(state, { autosave }) {
  const level = opponentLevel(state);
  if (!level) return [];
  ratings();
  const games = archivedGames();
  const game = games.find(({ id }) => id === autosave.id);
  if (!game) return [];
  const line = make('p', { class: 'result-effect' });
  const why = whyUnrated(game);
  if (game.rated) line.append(...rated(game.rated));
  else if (why) line.append(isAidedWin(game) ? `${howItWent(game)} ${t('rating.unrated')}` : t(`rating.aid.${why}`));
  if (
    !why &&
    verdict(state) === 'won' &&
    tally(games.filter((one) => one.game === game.game)).get(level)?.won === 1
  ) {
    const text = t('result.first', { name: calledOpponent(level) });
    line.append(' ', make('span', { class: 'result-first' }, icon('done'), text));
  }
  return line.childNodes.length ? [line] : [];
}

/** The rating after a game, with its change or how many games it is estimated from. @param {NonNullable<ArchivedGame['rated']>} one */
function rated(one) {
  const { rating, change, number = 0 } = one;
  const early = t('rating.early', { n: number, of: FIRST_GAMES });
  return [
    make('span', { class: 'result-effect-name' }, `${t('rating.title')} `),
    make('strong', {}, String(rating)),
    ' ',
    isChangeShown(one)
      ? make('strong', { class: change < 0 ? 'down' : 'up' }, signed(change))
      : make('span', { class: 'result-effect-name' }, early),
  ];
}

/** The review's findings about the game on the board; null while there are none. @param {State} state @param {number} gameId */
const findings = ({ review }, gameId) => (review?.gameId === gameId ? review.found : null);

/**
 * One side: who it is, its points, its accuracy.
 *
 * @param {State} state
 * @param {Side} side
 * @param {GameApi} controller
 */
function player(state, side, controller) {
  const who = whoPlays(state, side);
  const colour = t(`side.${side}`);
  const name = make('h3', {}, make('span', { class: `stone ${side}`, 'aria-hidden': 'true' }));
  name.append(who ? make('span', { class: 'offscreen' }, `${colour}: `) : '', who || colour);
  const points = make('p', { class: 'result-points' });
  const figure = make('strong', {});
  const bar = make('span', { class: 'result-bar', 'aria-hidden': 'true' }, make('span', {}));
  const accuracy = make('p', { class: 'result-accuracy' }, `${t('result.accuracy')} `, figure, bar);
  /** @param {State} now */
  const fill = (now) => {
    const scores = now.match?.outcome?.scores;
    points.hidden = !scores;
    if (scores) {
      const counted =
        now.points && now.counted !== null ? sum(counting(now.points, now.counted)[side]) : scores[side];
      setText(points, t('result.points', { n: counted }));
    }
    const found = findings(now, controller.gameId);
    const share = found?.accuracy[side];
    const isKnown = typeof share === 'number';
    const failed = now.review?.phase === 'failed' || (found !== null && !isKnown);
    const percent = new Intl.NumberFormat(LANGUAGES[language()].tag, { style: 'percent', maximumFractionDigits: 0 });
    accuracy.hidden = !isReviewed(now);
    accuracy.classList.toggle('pending', !isKnown && !failed);
    setText(figure, isKnown ? percent.format(share / 100) : failed ? '–' : '…');
    /** @type {HTMLElement} */ (bar.firstChild).style.width = isKnown ? `${share}%` : '0';
  };
  return { box: make('section', { class: 'result-side' }, name, points, accuracy), fill };
}

/** Whether the game is reviewed for its sheet: a person played it, and it is long enough. @param {State} state */
const isReviewed = ({ match, players }) =>
  (match?.ply ?? 0) >= MIN_REVIEWED_PLIES && (players.w <= 0 || players.b <= 0);

/**
 * @param {string} name of the picture
 * @param {string} label
 * @param {() => void} act
 * @param {string} does
 */
function tool(name, label, act, does) {
  const element = button('', act, { class: 'action', 'data-does': `result-${does}`, 'data-keep': does });
  element.append(icon(name), make('span', {}, label));
  return element;
}

/** @param {State} state @param {GameController} controller */
function told(state, controller) {
  const kept = archivedGames().find(({ id }) => id === controller.autosave.id);
  const { how, ...values } = shareText(state, Boolean(kept && isAidedWin(kept)));
  const { meta, match } = state;
  const winner = match?.outcome?.winner;
  const game = tOr(`game.${meta.key}`, meta.name);
  return shareResult(
    controller,
    t(`result.told.${how}`, { ...values, game, side: winner ? t(`side.${winner}`) : '' }),
  );
}

/** @type {Panel} */
export const result = {
  title: (state) => (state.match?.outcome ? headline(state) : t('result.title')),
  key: ({ match, players, meta, settings }) =>
    [meta.key, match?.node, match?.outcome?.reason, players.w, players.b, settings.pieces].join(' '),
  fill(body, controller, panels) {
    const { page } = controller;
    const { state } = page;
    const { match } = state;
    renew = null;
    if (!match?.outcome) {
      body.append(empty('review', t('result.none')));
      return;
    }
    if (!isWatched) {
      isWatched = true;
      page.show((now) => renew?.(now));
    }
    const { outcome } = match;
    const { reviewer, retrospect } = deskOf(controller);
    const sides = SIDES.map((side) => player(state, side, controller));
    const [label, act] = suggestion(state, controller, panels);
    const main = button(label, act, { class: 'button main', 'data-does': 'result-next', 'data-keep': 'next' });
    const graph = new Graph(t('review.graph'), () => {});
    const course = make('div', { class: 'result-course', 'aria-hidden': 'true', inert: true }, graph.element);
    const own = ownSide(state);
    const isLost = verdict(state) === 'lost';
    const learn = () => {
      if (!own || mistakes.getAttribute('aria-disabled') === 'true') return;
      panels.open('review');
      retrospect.begin(own);
    };
    const mistakes = button('', learn, { class: 'button', 'data-does': 'result-mistakes', 'data-keep': 'mistakes' });
    const steps = make('div', { class: 'result-next' }, main);
    if (isLost) steps.append(mistakes);
    const review = () => panels.open('review');
    const again = () => {
      panels.close();
      controller.again();
    };
    const tools = make('div', { class: 'result-tools' });
    if (stepAfter(state).kind !== 'rematch') tools.append(tool('restart', t('status.again'), again, 'rematch'));
    if (match.last) tools.append(tool('review', t('result.review'), review, 'review'));
    if (state.before && glides(state)) {
      tools.append(tool('redo', t('result.replay'), () => controller.entry.replay(), 'replay'));
    }
    tools.append(tool('share', t('result.share'), () => told(page.state, controller), 'share'));
    body.append(
      make(
        'div',
        { class: 'result', 'data-how': verdict(state) },
        make(
          'div',
          { class: 'result-head' },
          emblem(state),
          make(
            'div',
            { class: 'result-words' },
            make('p', { id: 'result-why', hidden: !reason(outcome) }, reason(outcome)),
            ...effect(state, controller),
          ),
        ),
        make('div', { class: 'result-sides' }, ...sides.map(({ box }) => box)),
        ...(isReviewed(state) ? [course] : []),
        steps,
        tools,
      ),
    );
    document.getElementById('panel-title')?.setAttribute('aria-describedby', 'result-why');
    renew = (now) => {
      for (const { fill } of sides) fill(now);
      const { chances = [], found: all = null } = (now.review?.gameId === controller.gameId && now.review) || {};
      const marks = /** @type {[number, Mark][]} */ ((all?.turns ?? []).map(({ ply, mark }) => [ply, mark]));
      const count = (now.match?.ply ?? 0) + 1;
      graph.draw(chances.length ? chances : Array(count).fill(null), new Map(marks.filter(([, mark]) => mark)));
      const found = findings(now, controller.gameId);
      const lessonCount = found && own ? lessons(found.turns, own).length : 0;
      // While they are looked for their place is kept: no button moves under a finger.
      const isLooking = isReviewed(now) && !found && now.review?.phase !== 'failed';
      // Where none are found the place stays, too.
      const isKept = mistakes.textContent !== '';
      mistakes.hidden = !lessonCount && !isLooking && !isKept;
      mistakes.style.visibility = lessonCount || isLooking ? '' : 'hidden';
      mistakes.setAttribute('aria-disabled', String(isLooking));
      if (!mistakes.hidden)
        setText(mistakes, isLooking ? t('result.looking') : t('result.next.mistakes', { n: lessonCount }));
    };
    renew(state);
    if (isReviewed(state) && !state.review) {
      const { gameId } = controller;
      setTimeout(() => {
        if (renew && controller.gameId === gameId && page.state.match === match) reviewer.begin({ silent: true });
      }, REVIEW_DELAY_MS);
    }
  },
  closed() {
    renew = null;
    document.getElementById('panel-title')?.removeAttribute('aria-describedby');
  },
};
