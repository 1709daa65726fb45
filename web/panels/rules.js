/**
 * The rules of the current game, with an anchor for each rule and with diagrams. The book is fetched when the panel is
 * opened. Until then, and for a game without a book, the panel shows the rules as Python describes them.
 *
 * @import { Panel } from './manager.js'
 * @import { Advice, Book } from '../study/rulebook.js'
 * @import { OutcomeReply, Side } from '../protocol.d.ts'
 * @import { Diagram, Meta } from '../types.d.ts'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { diagram } from '../board/diagram.js';
import { rowsOf as rowsWith } from '../board/geometry.js';
import { button, icon, make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { other } from '../state/state.js';
import { open, rowsOf } from '../study/rulebook.js';
import { Demo } from '../view/demo.js';
import { goal } from '../view/start-card.js';
import { missing } from './manager.js';

/** The width of a diagram, in CSS pixels. */
const DIAGRAM_WIDTH_PX = 252;

/** @type {Panel} */
export const rules = {
  title: (state) => t('rules.title', { game: tOr(`game.${state.meta.key}`, state.meta.name) }),
  key: ({ meta, rule, settings }) => [meta.key, rule, settings.board, settings.pieces].join(' '),
  fill(body, controller, panels) {
    const { state } = controller.page;
    const { meta, rule } = state;
    const page = make('div', { class: 'rules' });
    const demo = new Demo(state, meta);
    const about = make('p', { class: 'goal' }, goal(meta));
    body.append(make('div', { class: 'about' }, make('div', { class: 'demo-place' }, demo.canvas), about), page);
    demo.play();
    const failed = () => {
      if (page.isConnected) page.replaceChildren(missing(fetchBook));
    };
    const fetchBook = () => open(meta).then(fill, failed);
    /** @param {Awaited<ReturnType<typeof open>>} found */
    const fill = ({ book, text, isWhole }) => {
      if (!page.isConnected) return;
      page.replaceChildren();
      if (!isWhole) page.append(missing(fetchBook, t('rules.no-diagrams')));
      const lesson = button(t('rules.lesson'), () => panels.open('lesson'), { class: 'button main wide' });
      lesson.prepend(icon('lesson'));
      const aim = text(`${meta.key}.aim`);
      if (aim) page.append(make('p', { class: 'aim' }, aim));
      if (book?.lesson.length) page.append(lesson);
      const sections = book?.sections ?? [{ key: 'all', rules: Object.keys(meta.rules) }];
      for (const section of sections) {
        const list = make('ol');
        for (const key of section.rules) list.append(entry(controller, meta, key, book, text));
        page.append(make('h3', {}, text(`section.${section.key}`)), list);
      }
      if (book?.strategy) page.append(...advice(controller, meta, book.strategy, text));
      const written = text(`${meta.key}.notation`);
      if (written) page.append(make('h3', {}, t('rules.notation')), make('p', {}, written));
      const keys = button(t('keys.title'), () => panels.open('keys'), { class: 'button wide' });
      keys.prepend(icon('type'));
      page.append(keys);
      const source = text(`${meta.key}.source`);
      if (source) page.append(make('p', { class: 'note' }, source));
      const here = rule && page.querySelector(`#rule-${CSS.escape(rule)}`);
      if (here) reveal(body, here);
    };
    fetchBook();
  },
};

/**
 * Scrolls the panel, but not the page, to the rule.
 *
 * @param {HTMLElement} body
 * @param {Element} rule
 */
function reveal(body, rule) {
  const { top, height } = rule.getBoundingClientRect();
  body.scrollTop += top - body.getBoundingClientRect().top - (body.clientHeight - height) / 2;
}

/**
 * @param {GameApi} controller
 * @param {Meta} meta
 * @param {string} key
 * @param {Book | null} book
 * @param {(...keys: string[]) => string} text
 */
function entry(controller, meta, key, book, text) {
  const { rule } = controller.page.state;
  const said = text(`rule.${meta.key}.${key}`, `rule.${meta.style}.${key}`, `rule.${key}`) || meta.rules[key];
  const anchor = make(
    'a',
    {
      class: 'anchor',
      href: `${location.href.split('#')[0]}#game=${meta.key}&rule=${key}`,
      'aria-label': t('rules.anchor'),
    },
    '#',
  );
  const item = make('li', { id: `rule-${key}`, class: key === rule && 'here' }, make('p', {}, said, ' ', anchor));
  const shown = book?.diagrams[key];
  if (shown) item.append(figure(controller, meta, shown, text(`${meta.key}.${key}`)));
  return item;
}

/**
 * How to play well: a few points, each with a move on a board.
 *
 * @param {GameApi} controller
 * @param {Meta} meta
 * @param {Advice[]} strategy
 * @param {(...keys: string[]) => string} text
 */
function advice(controller, meta, strategy, text) {
  const points = strategy.flatMap((shown, index) => [
    make('h4', {}, text(`strategy.${shown.theme}`)),
    figure(controller, meta, shown, text(`${meta.key}.strategy.${index + 1}`)),
  ]);
  return [make('h3', {}, text('strategy.title')), make('div', { class: 'advice' }, ...points)];
}

/**
 * A diagram. It is drawn after the reply of the rules about its position.
 *
 * @param {GameApi} controller
 * @param {Meta} meta
 * @param {Diagram} shown
 * @param {string} caption
 */
function figure(controller, meta, shown, caption) {
  const place = make('div', { class: 'diagram-place' });
  const cell = (DIAGRAM_WIDTH_PX - 28) / meta.files;
  place.style.aspectRatio = `${DIAGRAM_WIDTH_PX} / ${cell * meta.ranks + 28}`;
  const rows = rowsOf(meta, shown);
  const position = { game: meta.key, rows, side: shown.side ?? meta.bottom };
  const draw = async () => {
    const { rules } = controller;
    const known =
      shown.from || shown.path
        ? { moves: (await rules.request('moves', position)).moves }
        : shown.end
          ? await ended(controller, meta, await rules.request('outcome', position))
          : {};
    place.replaceChildren(diagram(controller.page.state, meta, rows, shown, known, DIAGRAM_WIDTH_PX));
  };
  draw().catch(() => place.replaceChildren(diagram(controller.page.state, meta, rows, shown, {}, DIAGRAM_WIDTH_PX)));
  return make('figure', {}, place, make('figcaption', {}, caption));
}

/**
 * The outcome of a finished game, with the points of each island.
 *
 * @param {GameApi} controller
 * @param {Meta} meta
 * @param {OutcomeReply} outcome
 */
async function ended(controller, meta, outcome) {
  const { islands } = outcome;
  if (!islands) return { outcome };
  /** @type {Record<Side, number[]>} */
  const points = { w: [], b: [] };
  for (const side of /** @type {Side[]} */ (['w', 'b'])) {
    for (const island of islands[side]) {
      const alone = { game: meta.key, rows: rowsWith(meta, island, side), side: other(side) };
      points[side].push((await controller.rules.request('outcome', alone)).scores?.[side] ?? 0);
    }
  }
  return { outcome, points };
}
