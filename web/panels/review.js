/**
 * The review panel: the game as a graph, accuracy of both sides, turning points, the move on the board with the
 * better one; and the retrospect, in which the player looks for better moves.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { Mark } from '../protocol.d.ts'
 * @import { Review, ReviewFindings } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { button, empty, make, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { enterMode, leaveMode } from '../state/mode.js';
import { RetrospectSession } from '../study/retrospect.js';
import { mainLine, Reviewer } from '../study/review.js';
import { Graph } from '../view/graph.js';
import { useLaterStyles } from '../view/later-styles.js';
import { departureNote } from './lines.js';
import { card, shownPly, title } from './review-card.js';
import { figures, moments, nameOf, percent } from './review-findings.js';
import { fillRetrospect, reviewSteps } from './review-retrospect.js';

// Enables the style sheets that the first board does not need.
useLaterStyles();

/** @type {{ reviewer: Reviewer, retrospect: RetrospectSession } | null} */
let desk = null;

/** Updates the content of the panel. @type {((state: State) => void) | null} */
let renew = null;

/**
 * The review and the retrospect of the game on the board, made when they are first needed.
 *
 * @param {GameController} controller
 */
export function deskOf(controller) {
  if (!desk) {
    const reviewer = new Reviewer(controller);
    desk = { reviewer, retrospect: new RetrospectSession(controller, reviewer) };
    controller.page.show((state) => renew?.(state));
  }
  return desk;
}

/**
 * The data of the graph as a table: the chances after every move.
 *
 * @param {State} state
 * @param {ReviewFindings} found
 * @param {Reviewer} reviewer
 */
function rows(state, found, reviewer) {
  const details = make('details', { class: 'as-table' }, make('summary', {}, t('review.table')));
  details.addEventListener('toggle', () => {
    if (!details.open || details.querySelector('table')) return;
    const head = ['review.turn', 'review.chances', 'review.verdict'].map((key) =>
      make('th', { scope: 'col' }, t(key)),
    );
    const body = make('tbody', {});
    for (const turn of found.turns) {
      const chance = found.chances[turn.ply];
      const go = button(title(state, turn), () => reviewer.go(turn.ply), { class: 'move' });
      body.append(
        make(
          'tr',
          {},
          make('th', { scope: 'row' }, go),
          make('td', { class: 'number' }, chance === null ? '–' : percent(chance)),
          make('td', {}, turn.mark ? nameOf(turn.mark) : ''),
        ),
      );
    }
    details.append(make('table', { class: 'figures' }, make('thead', {}, make('tr', {}, ...head)), body));
  });
  return details;
}

/**
 * @param {HTMLElement} body
 * @param {Reviewer} reviewer
 */
function making(body, reviewer) {
  const graph = new Graph(t('review.graph'), (ply) => reviewer.go(ply));
  const progress = make('progress', { max: 1, value: 0, 'aria-label': t('review.making') });
  body.append(graph.element, progress, make('p', { class: 'note' }, t('review.making')));
  return (/** @type {State} */ now) => {
    if (!now.review) return;
    progress.value = now.review.share;
    const count = now.match ? mainLine(now.match).length + 1 : 1;
    const { chances } = now.review;
    graph.draw(chances.length ? chances : Array(count).fill(null), new Map());
    point(graph, now);
  };
}

/** Marks the position on the board in the graph. @param {Graph} graph @param {State} state */
function point(graph, state) {
  const { review, match } = state;
  const asked = review?.at && review.at.node === match?.node ? review.at.ply : null;
  const shown = shownPly(state);
  const ply = asked !== null ? asked - 1 : shown;
  if (ply === null) {
    graph.point(-1, t('moves.variation', { move: match?.last?.text ?? '' }));
    return;
  }
  const turn = review?.found?.turns.find((one) => one.ply === ply);
  const chance = review?.chances[ply];
  const move = turn ? title(state, turn) : t('review.start');
  const values = { move, percent: typeof chance === 'number' ? percent(chance) : '–' };
  graph.point(
    ply,
    turn?.mark ? t('review.at-marked', { ...values, mark: nameOf(turn.mark) }) : t('review.at', values),
  );
}

/**
 * @param {HTMLElement} body
 * @param {State} state
 * @param {Review & { found: ReviewFindings }} review
 * @param {{ reviewer: Reviewer, retrospect: RetrospectSession }} with_
 * @param {GameController} controller
 * @param {Panels} panels
 */
function ready(body, state, review, { reviewer, retrospect }, controller, panels) {
  const { found } = review;
  const graph = new Graph(t('review.graph'), (ply) => reviewer.go(ply));
  const marks = new Map(found.turns.flatMap(({ ply, mark }) => (mark ? [[ply, mark]] : [])));
  graph.draw(found.chances, /** @type {Map<number, Mark>} */ (marks));
  const turn = card(reviewer, found);
  const write = button(t('review.write'), () => reviewer.write(), { 'data-does': 'write' });
  const done = make('p', { class: 'note', role: 'status' });
  body.append(
    make(
      'div',
      { class: 'parts review' },
      make('div', { class: 'course' }, graph.element, turn.box),
      figures(state, found),
      make('p', { class: 'note' }, t('review.accuracy.about', { best: percent(1), random: percent(0) })),
      departureNote(controller),
      moments(state, found, reviewer),
      rows(state, found, reviewer),
      make('div', { class: 'part' }, make('div', { class: 'row wrap' }, write), done),
      reviewSteps(state, found, retrospect, controller, panels),
    ),
  );
  return (/** @type {State} */ now) => {
    if (!now.review?.found) return;
    point(graph, now);
    turn.fill(now);
    setText(done, now.review.written ? t('review.written') : '');
  };
}

/** @type {Panel} */
export const review = {
  title: ({ mode }) => t(mode.kind === 'retrospect' ? 'review.find' : 'review.title'),
  key: ({ review: now, mode, match, meta, players }) =>
    mode.kind === 'retrospect'
      ? `retrospect ${mode.retrospect.index} ${mode.retrospect.state} ${mode.retrospect.said}`
      : [mode.kind, meta.key, now?.gameId, now?.phase, players.w, players.b, Boolean(match?.history.length)].join(
          ' ',
        ),
  fill(body, controller, panels) {
    const { page } = controller;
    const with_ = deskOf(controller);
    with_.reviewer.silent = false;
    const { review: now, mode } = page.state;
    renew = null;
    if (mode.kind === 'retrospect') {
      fillRetrospect(body, mode.retrospect, with_.retrospect, controller, panels);
      return;
    }
    // The change of mode fills the panel again.
    if (mode.kind === 'play') page.change((s) => enterMode(s, { kind: 'review' }));
    if (mode.kind !== 'review') return;
    if (!now) {
      if (!page.state.match?.history.length) body.append(empty('review', t('review.empty')));
      else with_.reviewer.begin();
      return;
    }
    if (now.phase === 'failed') {
      body.append(
        make('p', {}, t('review.failed')),
        button(t('status.retry'), () => with_.reviewer.begin()),
      );
      return;
    }
    renew = now.found
      ? ready(body, page.state, { ...now, found: now.found }, with_, controller, panels)
      : making(body, with_.reviewer);
    renew(page.state);
  },
  closed() {
    renew = null;
    desk?.reviewer.page.change((s) => leaveMode(s, 'review'));
    desk?.retrospect.end();
  },
};
