/**
 * The review panel: the game as a graph, accuracy of both sides, turning points, the move on the board with the
 * better one; and the retrospect, in which the player looks for better moves.
 *
 * @import { Panel } from './manager.js'
 * @import { Mark, ReviewedMove, Side } from '../protocol.d.ts'
 * @import { Match, Retrospect, Review, ReviewFindings } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { button, empty, icon, make, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { enterMode, leaveMode } from '../state/mode.js';
import { lessons, RetrospectSession } from '../study/retrospect.js';
import { mainLine, numberAt, Reviewer, written } from '../study/review.js';
import { Graph } from '../view/graph.js';
import { useLaterStyles } from '../view/later-styles.js';
import { chip, figures, moments, nameOf, percent } from './review-findings.js';

/** The card shows this many moves of a better line. */
const MAX_SHOWN_MOVES = 8;
/** A move that costs less of the chances is as good as the best. */
const BEST_LOSS = 0.005;
const SIDES = /** @type {Side[]} */ (['w', 'b']);

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
 * The ply that the card shows: of the mistake that is looked at, else of the move that led to the position on the board.
 * Null in a variation.
 *
 * @param {State} state
 */
function shownPly({ review, match }) {
  if (!match || !review) return null;
  if (review.at && review.at.node === match.node) return review.at.ply;
  if (!match.node) return 0;
  const at = mainLine(match).findIndex(({ node }) => node === match.node);
  return at < 0 ? null : at + 1;
}

/** The ply of the main line that the variation on the board replaces. @param {Match} match */
function replacedPly(match) {
  const line = mainLine(match).map(({ node }) => node);
  const parents = new Map(match.history.map(({ node, parent }) => [node, parent]));
  let { node } = match;
  while (node && !line.includes(node)) node = parents.get(node) ?? 0;
  return line.indexOf(node) + 2;
}

/** @param {State} state @param {ReviewedMove} turn */
const title = (state, turn) => `${numberAt(state, turn.ply)} ${turn.text || t('moves.pass')}`;

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
 * The card with the shown move and the better one, and buttons for the previous and the next mistake.
 *
 * @param {Reviewer} reviewer
 * @param {ReviewFindings} found
 */
function card(reviewer, found) {
  const marked = found.turns.filter(({ mark }) => mark);
  /** The ply of the shown move; in a variation, the ply that it replaces. */
  let at = 0;
  const earlier = () => marked.findLast(({ ply }) => ply < at);
  const later = () => marked.find(({ ply }) => ply > at);
  /** @param {'before' | 'next'} way @param {() => ReviewedMove | undefined} find */
  const step = (way, find) => {
    const go = () => {
      const turn = find();
      if (turn) reviewer.look(turn.ply);
    };
    const label = t(`review.${way}-mistake`);
    const tool = button('', go, { class: 'tool', 'aria-label': label, title: label, 'data-does': `${way} mistake` });
    tool.append(icon(way));
    return tool;
  };
  const before = step('before', earlier);
  const next = step('next', later);
  const head = make('p', { class: 'turn-head' });
  const rest = make('div', { class: 'turn-rest' });
  // With buttons below every move the card has one height, and what is below it stays in its place.
  const box = make(
    'section',
    { class: marked.length ? 'turn-card with-steps' : 'turn-card' },
    make('div', { class: 'turn-nav' }, before, head, next),
    rest,
  );
  let shown = '';
  /** @param {string} label @param {() => void} act @param {string} does */
  const does = (label, act, does) => button(t(label), act, { 'data-does': does });

  /** @param {State} state */
  const fill = (state) => {
    const ply = shownPly(state);
    const turn = found.turns.find((one) => one.ply === ply);
    const asked = state.review?.at?.node === state.match?.node && state.review?.at?.ply === ply;
    const key = JSON.stringify([ply, asked, ply === null && state.match?.node]);
    if (key === shown) return;
    shown = key;
    const held = rest.contains(document.activeElement);
    const row = make('div', { class: 'row' });
    rest.replaceChildren();
    at = ply ?? (state.match ? replacedPly(state.match) : 0);
    if (ply === null) {
      const back = () => (reviewer.turn(at)?.best ? reviewer.look(at) : reviewer.go(at - 1));
      head.replaceChildren(t('moves.variation', { move: state.match?.last?.text ?? '' }));
      row.append(does('review.return', back, 'return'));
    } else {
      const chance = found.chances[ply];
      const told = chance === null ? '' : `${t('side.w')} ${percent(chance)}`;
      head.replaceChildren(make('strong', {}, turn ? title(state, turn) : t('review.start')));
      if (turn?.mark) head.append(chip(turn.mark));
      head.append(make('span', { class: 'note' }, told));
    }
    if (turn?.best) {
      const line = written(turn.best.moves.slice(0, MAX_SHOWN_MOVES));
      rest.append(make('p', {}, `${t('review.better')} `, make('strong', { class: 'better' }, line)));
      const other = () => (asked ? reviewer.go(turn.ply) : reviewer.look(turn.ply));
      row.append(
        does(asked ? 'review.after' : 'review.before', other, 'look'),
        does('review.play', () => reviewer.follow(turn.ply), 'follow'),
      );
    } else if (ply !== null) {
      if (turn) rest.append(make('p', { class: 'note' }, t(turn.loss < BEST_LOSS ? 'review.best' : 'review.good')));
      const mistake = later() ?? earlier();
      const label = mistake && t(later() ? 'review.go-next' : 'review.go-before', { move: title(state, mistake) });
      if (mistake && label) row.append(button(label, () => reviewer.look(mistake.ply), { 'data-does': 'go' }));
    }
    if (row.childElementCount) rest.append(row);
    // Not `disabled`, because a disabled button would lose the focus.
    before.setAttribute('aria-disabled', String(!earlier()));
    next.setAttribute('aria-disabled', String(!later()));
    if (held) row.querySelector('button')?.focus();
  };
  return { box, fill };
}

/**
 * The buttons that start a retrospect: for the person's mistakes, or for each side's.
 *
 * @param {State} state
 * @param {ReviewFindings} found
 * @param {RetrospectSession} retrospect
 */
function retrospectButtons({ players }, found, retrospect) {
  const person = SIDES.filter((side) => players[side] === 0 && players[side === 'w' ? 'b' : 'w'] !== 0);
  const sides = person.length ? person : SIDES;
  const there = sides.filter((side) => lessons(found.turns, side).length);
  if (!there.length) return make('p', { class: 'note' }, t('review.nothing'));
  return make(
    'div',
    { class: 'row wrap' },
    ...there.map((side) => {
      const count = lessons(found.turns, side).length;
      const label = sides.length > 1 ? t('review.find.side', { side: t(`side.${side}`) }) : t('review.find');
      const attributes = { class: 'button main', 'data-does': `find ${side}` };
      return button(`${label} (${count})`, () => retrospect.begin(side), attributes);
    }),
  );
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
 */
function ready(body, state, review, { reviewer, retrospect }) {
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
      figures(found),
      retrospectButtons(state, found, retrospect),
      moments(state, found, reviewer),
      rows(state, found, reviewer),
      make('div', { class: 'part' }, make('div', { class: 'row wrap' }, write), done),
    ),
  );
  return (/** @type {State} */ now) => {
    if (!now.review?.found) return;
    point(graph, now);
    turn.fill(now);
    setText(done, now.review.written ? t('review.written') : '');
  };
}

/**
 * @param {HTMLElement} body
 * @param {Retrospect} progress
 * @param {RetrospectSession} retrospect
 */
function fillRetrospect(body, { index, count, state, move, side, said: last, found }, retrospect) {
  const page = make('div', { class: 'lesson retrospect' });
  body.append(page);
  const isAnswered = state === 'right' || state === 'shown' || state === 'over';
  const value = state === 'over' ? count : index + (isAnswered ? 1 : 0);
  page.append(make('progress', { value, max: count, 'aria-label': t('review.step', { step: index + 1, n: count }) }));
  const row = make('div', { class: 'row wrap' });
  if (state === 'over') {
    page.append(make('p', { class: 'task' }, t('review.found', { found, n: count })));
    row.append(
      button(t('review.back'), () => retrospect.end(), {
        class: 'button main',
        'data-keep': 'next',
        'data-does': 'back',
      }),
    );
  } else {
    page.append(
      make('p', { class: 'note' }, t('review.step', { step: index + 1, n: count })),
      make('p', { class: 'task' }, t('review.played', { move, side: t(`side.${side}`) })),
    );
    const tone = state === 'right' ? 'done' : state === 'wrong' ? 'missed' : '';
    page.append(make('p', { class: `verdict ${tone}` }, state === 'judging' ? t('review.judging') : last));
    const next = { class: isAnswered ? 'button main' : 'button', 'data-keep': 'next', 'data-does': 'next' };
    row.append(button(t('review.next'), () => retrospect.next(), next));
    if (!isAnswered) {
      row.append(
        button(t('review.hint'), () => retrospect.hint(), { 'data-keep': 'hint', 'data-does': 'hint' }),
        button(t('review.show'), () => retrospect.show(), { 'data-keep': 'show', 'data-does': 'show' }),
      );
    }
    row.append(button(t('review.leave'), () => retrospect.end(), { 'data-keep': 'leave', 'data-does': 'leave' }));
  }
  page.append(row);
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
  fill(body, controller) {
    const { page } = controller;
    const with_ = deskOf(controller);
    with_.reviewer.silent = false;
    const { review: now, mode } = page.state;
    renew = null;
    if (mode.kind === 'retrospect') {
      fillRetrospect(body, mode.retrospect, with_.retrospect);
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
    renew = now.found ? ready(body, page.state, { ...now, found: now.found }, with_) : making(body, with_.reviewer);
    renew(page.state);
  },
  closed() {
    renew = null;
    desk?.reviewer.page.change((s) => leaveMode(s, 'review'));
    desk?.retrospect.end();
  },
};
