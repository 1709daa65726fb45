/**
 * The list of games: what each is about, and how the visitor's own game of it stands. A game that goes on is shown as it
 * stands, the others play their demonstrations: the one that is pointed at, else one after another of those in sight.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { State } from '../state/state.js'
 * @import { Meta } from '../types.d.ts'
 */

import { make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { glides, look } from '../state/state.js';
import { Demo } from '../view/demo.js';
import { goal } from '../view/start-card.js';
import { stands, thumbnail } from '../view/thumbnail.js';

/** The width of a board, in CSS pixels. */
const BOARD_WIDTH_PX = 128;

/** How a game of the visitor's own stands, in words; empty where none has begun. @param {ReturnType<typeof stands>} table */
function standing({ over, started, yours }) {
  if (over) return t('games.over');
  if (!started) return '';
  return t(yours ? 'games.mine' : 'games.started');
}

/** Plays the demonstrations of the list, never two at a time. */
class Parade {
  constructor() {
    /** @type {Demo[]} */
    this.demos = [];
    /** @type {Demo | null} */
    this.playing = null;
    /** The one that is pointed at or has the focus: it plays on. @type {Demo | null} */
    this.held = null;
  }

  /** @param {State} state @param {Meta} meta */
  add(state, meta) {
    /** @type {Demo} */
    const demo = new Demo(state, meta, (what) => {
      if (what === 'round' ? this.held !== demo : !this.playing?.isSeen) this.next();
    });
    this.demos.push(demo);
    return demo;
  }

  /** @param {Demo | null} demo */
  play(demo) {
    if (this.playing === demo) return;
    this.playing?.stop();
    this.playing = demo;
    demo?.play();
  }

  /** The next one that can be seen. */
  next() {
    const from = this.playing ? this.demos.indexOf(this.playing) + 1 : 0;
    const order = [...this.demos.slice(from), ...this.demos.slice(0, from)];
    const seen = order.find((demo) => demo.isSeen);
    if (seen) this.play(seen);
  }

  /**
   * Has one play as long as its card is pointed at.
   *
   * @param {HTMLElement} card
   * @param {Demo} demo
   */
  hold(card, demo) {
    const hold = () => {
      this.held = demo;
      this.play(demo);
    };
    const release = () => {
      if (this.held === demo) this.held = null;
    };
    card.addEventListener('pointerenter', hold);
    card.addEventListener('focus', hold);
    card.addEventListener('pointerleave', release);
    card.addEventListener('blur', release);
  }
}

/** @type {Panel} */
export const games = {
  title: () => t('games.title'),
  key: (state) =>
    [
      state.meta.key,
      state.rows.join('/'),
      state.match?.side,
      look(state).board,
      look(state).pieces,
      glides(state),
      Boolean(state.match?.outcome),
    ].join(' '),
  fill(body, controller, panels) {
    const { state } = controller.page;
    const parade = new Parade();
    const list = make('ul', { class: 'cards' });
    for (const meta of state.games) list.append(make('li', {}, card(controller, panels, meta, parade)));
    body.append(list);
  },
};

/**
 * The whole card is the button: its name is that of the game, its goal, and how the visitor's own game stands.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {Meta} meta
 * @param {Parade} parade
 */
function card(controller, panels, meta, parade) {
  const { state } = controller.page;
  const table = stands(state, meta);
  const current = meta === state.meta;
  const note = standing(table);
  const demo = table.started && !table.over ? null : parade.add(state, meta);
  const turned = current ? state.bottom !== meta.bottom : meta.first !== meta.bottom;
  const picture = demo?.canvas ?? thumbnail(meta, table.rows, look(state, meta), turned, BOARD_WIDTH_PX);
  const text = make(
    'span',
    { class: 'card-text' },
    make('strong', { class: 'card-name' }, tOr(`game.${meta.key}`, meta.name)),
    make('span', { class: 'goal' }, goal(meta)),
  );
  if (note) text.append(make('span', { class: table.yours ? 'card-state mine' : 'card-state' }, note));
  const made = make(
    'button',
    {
      type: 'button',
      class: 'card',
      'data-game': meta.key,
      'data-keep': meta.key,
      'aria-current': current && 'true',
    },
    make('span', { class: 'demo-place' }, picture),
    text,
  );
  made.addEventListener('click', () => {
    if (current) panels.close();
    else panels.leave(`#game=${meta.key}`, () => controller.open(meta.key));
  });
  if (demo) parade.hold(made, demo);
  return made;
}
