/**
 * The opening explorer: the book's moves for the position on the board, with the number and results of the self-play games
 * and the score of a search. It follows the board.
 *
 * Pointing at a move, or focusing it, shows it as an arrow; a click on a shown move plays it. So on a touch screen the
 * first tap shows and the second plays. The book is fetched when the panel is first opened for a game.
 *
 * @import { BookMove, OpeningsReply } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
 * @import { Panel, Panels } from './manager.js'
 * @import { State } from '../state/state.js'
 * @import { GameApi, GameController } from '../game/api.d.ts'
 */

import { wholeMove } from '../board/animation.js';
import { button, empty, icon, make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { isOpen, pace } from '../state/state.js';
import { figure, words } from '../study/score.js';
import { useLaterStyles } from '../view/later-styles.js';
import { number, resultBar, share } from './explorer-bar.js';
import { playedPart } from './explorer-games.js';
import { linesPart } from './lines.js';

/** The books that are loaded or being loaded, by game. @type {Map<string, Promise<boolean>>} */
const books = new Map();

/** @param {State} state */
const hasBook = ({ meta }) => meta.book;

/** The explorer in the open panel. @type {Explorer | null} */
let explorer = null;

class Explorer {
  /** @param {GameApi} controller */
  constructor(controller) {
    this.controller = controller;
    this.name = make('strong', { class: 'book-name' });
    this.note = make('span', { class: 'note' });
    this.list = make('ol', { class: 'book', id: 'book' });
    this.rest = make('div', { class: 'book-rest' });
    /** The match of the listed rows. @type {Match | null} */
    this.match = null;
    /** @type {Match | null} */
    this.asked = null;
    /** The row whose move is shown. @type {string | null} */
    this.looked = null;
    /** @type {string | null} */
    this.pressed = null;
    controller.page.show((state) => this.see(state));
    this.listen();
  }

  listen() {
    const { list } = this;
    /** @param {EventTarget | null} target */
    const at = (target) =>
      /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-move]'))?.dataset.move ??
      null;
    list.addEventListener('pointerdown', () => {
      this.pressed = this.looked;
    });
    // `pointermove`, not `pointerover`: a row that appears under a resting mouse is not shown.
    list.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') this.look(at(event.target));
    });
    list.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') this.look(null);
    });
    list.addEventListener('focusin', (event) => {
      if (/** @type {Element} */ (event.target).matches(':focus-visible')) this.look(at(event.target));
    });
    list.addEventListener('focusout', () => this.look(null));
    list.addEventListener('click', (event) => {
      const path = at(event.target);
      if (path === null) return;
      if (event.detail > 0 && this.pressed !== path) this.look(path);
      else this.play(path.split(' '));
    });
  }

  /** Shows a move as an arrow. @param {string | null} path */
  look(path) {
    if (path === this.looked) return;
    this.looked = path;
    for (const row of this.list.querySelectorAll('[data-move]'))
      row.classList.toggle('shown', /** @type {HTMLElement} */ (row).dataset.move === path);
    this.controller.page.change((s) => {
      s.pointed = path?.split(' ') ?? null;
    });
  }

  /**
   * Plays a move: at the end of a game in progress as a move, elsewhere as a variation.
   *
   * @param {string[]} path
   */
  async play(path) {
    const { controller, match } = this;
    const { state } = controller.page;
    const move = match?.moves.find((one) => one.path.join() === path.join());
    while (controller.lock) await controller.lock;
    // The rows may still belong to the previous position.
    if (!match || !move || match !== state.match) return;
    this.look(null);
    if (isOpen(state) && !match.can_redo) {
      controller.entry.play(move, wholeMove(match.rows, move, pace(controller.page.state)));
    } else controller.navigation.follow([move]);
  }

  /** @param {State} state */
  see(state) {
    if (state.panel !== 'openings' || !hasBook(state)) {
      if (this.looked) this.look(null);
      this.asked = null;
      return;
    }
    if (state.match && state.match !== this.asked) this.ask(state.match);
    this.title(state);
  }

  /** @param {Match} match */
  async ask(match) {
    this.asked = match;
    const { controller } = this;
    const { meta } = controller.page.state;
    const stem = `${meta.key}-openings`;
    if (!this.list.childElementCount) this.rest.replaceChildren(make('p', { class: 'note' }, t('openings.loading')));
    if (!books.has(meta.key)) books.set(meta.key, controller.rules.supply(stem));
    const { rows, side, options } = match;
    /** @type {OpeningsReply | null} */
    let page = null;
    try {
      await books.get(meta.key);
      page = await controller.rules.request('openings', { game: meta.key, rows, side, options });
    } catch {
      // `page` stays null; the message is shown below.
    }
    if (this.asked !== match) return;
    this.match = match;
    if (page?.book) this.show(page, match);
    else {
      books.delete(meta.key);
      this.list.replaceChildren();
      this.rest.replaceChildren(
        make('p', {}, t('openings.absent')),
        button(t('status.retry'), () => this.ask(match), { 'data-keep': 'again' }),
      );
    }
  }

  /** Shows the name of the opening and the number of the ballot. @param {State} state */
  title({ opening, match }) {
    const { ballot = null } = match ?? {};
    const parts = [opening?.name ?? '', ballot ? t('openings.ballot', { n: ballot }) : ''];
    const text = parts.filter(Boolean).join(' · ');
    if (this.name.textContent !== text) this.name.textContent = text;
    this.name.hidden = !text;
  }

  /** @param {OpeningsReply} page @param {Match} match */
  show(page, match) {
    const held = this.list.contains(document.activeElement);
    this.looked = null;
    const { known, games, moves } = page;
    const { scale } = this.controller.page.state.meta;
    this.note.textContent = games ? t('openings.games', { n: games, count: number(games) }) : '';
    this.list.setAttribute('aria-label', t('openings.moves'));
    this.list.replaceChildren(...moves.map((move) => row(move, games, match, scale)));
    const listed = moves.reduce((sum, { alike }) => sum + 1 + alike.length, 0);
    const others = match.moves.length - listed;
    const left = known && moves.length ? others : 0;
    this.rest.replaceChildren(
      ...(moves.length ? [] : [empty('openings', t(match.outcome ? 'openings.over' : 'openings.out'))]),
      ...(left ? [make('p', { class: 'note' }, t('openings.rest', { n: left }))] : []),
      ...(moves.length ? [legend(), make('p', { class: 'note' }, t('openings.note'))] : []),
    );
    if (held) {
      const first = /** @type {HTMLElement | null} */ (this.list.querySelector('button'));
      (first ?? document.getElementById('panel-title'))?.focus({ preventScroll: true });
    }
    if (held || !known) this.controller.say(known ? t('openings.said', { n: moves.length }) : t('openings.out'));
  }
}

/**
 * @param {BookMove} move
 * @param {number} all the games of the position
 * @param {Match} match
 * @param {number} scale
 */
function row(move, all, { side }, scale) {
  const { games, drawn, name } = move;
  const sign = side === 'w' ? 1 : -1;
  const value = sign * move.value;
  const white = side === 'w' ? move.won : move.lost;
  const black = games - drawn - white;
  const how = { points: false, exact: false, scale };
  const texts = [move, ...move.alike].map(({ text }) => text);
  const results = { white: share(white, games), drawn: share(drawn, games), black: share(black, games) };
  const counted = games
    ? t('openings.row', { n: games, share: share(games, all), ...results })
    : t('openings.unplayed');
  const spoken = [texts.join(', '), name, counted, words(value, how)].filter(Boolean).join('. ');
  const bar = resultBar({ white, drawn, black });
  const entry = make(
    'button',
    { type: 'button', class: 'book-move', 'data-move': move.path.join(' ') },
    make('span', { class: 'offscreen' }, spoken),
    make(
      'span',
      { class: 'book-text', 'aria-hidden': 'true' },
      make('strong', {}, move.text),
      ...(name ? [make('span', { class: 'book-called' }, name)] : []),
      ...(move.alike.length
        ? [make('span', { class: 'book-called' }, t('openings.alike', { n: move.alike.length }))]
        : []),
    ),
    make('span', { class: 'book-share', 'aria-hidden': 'true' }, games ? share(games, all) : '–'),
    bar,
    make('span', { class: 'chip', 'aria-hidden': 'true' }, figure(value, how)),
  );
  return make('li', {}, entry);
}

/** The legend of the bars' colours. */
const legend = () =>
  make(
    'p',
    { class: 'book-legend note', 'aria-hidden': 'true' },
    ...['white', 'drawn', 'black'].map((kind) =>
      make('span', {}, make('span', { class: `book-key ${kind}` }), t(`openings.${kind}`)),
    ),
  );

/** The navigation buttons: on a phone the panel covers those below the move list. @param {GameApi} controller */
function steps(controller) {
  const row = make('div', {
    class: 'navigation book-navigation',
    role: 'toolbar',
    'aria-label': t('navigation.label'),
  });
  for (const [name, act] of /** @type {[string, () => void][]} */ ([
    ['first', () => controller.navigation.leap('first')],
    ['before', () => controller.navigation.go('undo')],
    ['next', () => controller.navigation.go('redo')],
    ['last', () => controller.navigation.leap('last')],
  ])) {
    const label = t(`navigation.${name}`);
    const step = button('', act, { class: 'tool', 'aria-label': label, title: label, 'data-keep': name });
    step.append(icon(name));
    row.append(step);
  }
  return row;
}

/** The content for a game without a book: the reason, and for a solved game a button for the analysis. @param {HTMLElement} body @param {GameApi} controller @param {Panels} panels */
function without(body, controller, panels) {
  const { meta } = controller.page.state;
  body.append(empty('openings', t(meta.points ? 'openings.solved' : 'openings.no-book')));
  if (!meta.points) return;
  const analyse = button(t('more.analyse'), () => {
    panels.close();
    if (!controller.page.state.analysis) controller.analyse();
  });
  body.append(make('div', { class: 'row' }, analyse));
}

/** @type {Panel} */
export const openings = {
  title: () => t('openings.title'),
  key: ({ meta }) => meta.key,
  fill(body, controller, panels) {
    const { state } = controller.page;
    useLaterStyles();
    const played = playedPart(controller, panels);
    if (!hasBook(state)) {
      without(body, controller, panels);
      body.append(linesPart(/** @type {GameController} */ (controller), panels), played);
      return;
    }
    explorer ??= new Explorer(controller);
    explorer.list.replaceChildren();
    explorer.rest.replaceChildren();
    explorer.asked = null;
    body.append(
      make('div', { class: 'book-head' }, make('div', {}, explorer.name, explorer.note), steps(controller)),
      explorer.list,
      explorer.rest,
      linesPart(/** @type {GameController} */ (controller), panels),
      played,
    );
    explorer.see(state);
  },
};
