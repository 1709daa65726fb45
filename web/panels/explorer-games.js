/**
 * What was played from the position on the board in the games of the library: each move with the number of games, their
 * results and years. A click lists the games. It stands below the book, and follows the board as that does.
 *
 * @import { GameApi } from '../game/api.d.ts'
 * @import { Match } from '../types.d.ts'
 * @import { Panels } from './manager.js'
 * @import { Played } from '../library/catalogue.js'
 * @import { State } from '../state/state.js'
 */

import { button, make, pick, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { catalogue, explored } from '../library/catalogue.js';
import { check } from '../view/controls.js';
import { number, resultBar, share } from './explorer-bar.js';
import { showGames } from './library.js';
import { faultOf } from './library-faults.js';
import { collectionName } from './library-filters.js';

/** What is counted: the collection (empty for all), and which images of the position. */
const chosen = { collection: '', mirrored: false, rotated: false };

/** The section in the open panel. @type {GamesExplorer | null} */
let current = null;

class GamesExplorer {
  /** @param {GameApi} controller */
  constructor(controller) {
    this.controller = controller;
    /** @type {Panels | null} */
    this.panels = null;
    this.note = make('p', { class: 'note', role: 'status' });
    this.list = make('ol', { class: 'book', 'aria-label': t('library.explorer') });
    this.head = make('div', { class: 'row played-head' });
    this.element = make('section', { class: 'played', 'aria-label': t('library.explorer') });
    /** @type {Match | null} */
    this.asked = null;
    controller.page.show((state) => this.see(state));
    catalogue.watchers.add(() => {
      this.asked = null;
      this.see(controller.page.state);
    });
  }

  /** @param {State} state */
  see(state) {
    if (state.panel !== 'openings' || !state.match || !this.element.isConnected) {
      this.asked = null;
      return;
    }
    if (state.match !== this.asked) this.ask(state.match);
  }

  /** @param {Match} match */
  async ask(match) {
    this.asked = match;
    const { controller } = this;
    const { game, rows, side } = match;
    try {
      await catalogue.ready();
      const { mirrored, rotated } = chosen;
      const fields = { game, rows, side, mirrored, rotated };
      const { views } = await controller.rules.request('explore', fields);
      if (this.asked !== match) return;
      const games = [...catalogue.games.values()].filter(
        (one) => one.game === game && (!chosen.collection || one.collections.includes(chosen.collection)),
      );
      this.show(explored(views, games), match);
    } catch (error) {
      if (this.asked === match) setText(this.note, faultOf(error));
    }
  }

  /** @param {ReturnType<typeof explored>} found @param {Match} match */
  show({ moves, ended, games }, match) {
    const { list } = this;
    const held = list.contains(document.activeElement);
    const isEmpty = ![...catalogue.games.values()].some((one) => one.game === match.game);
    this.head.hidden = isEmpty;
    const key = isEmpty ? 'library.explorer.empty' : games ? 'library.explorer.games' : 'library.explorer.none';
    setText(this.note, t(key, { n: games, count: number(games) }));
    const all = [...moves, ...(ended.games ? [ended] : [])];
    list.replaceChildren(...all.map((played) => this.row(played, match)));
    list.hidden = !all.length;
    if (held) /** @type {HTMLElement | null} */ (list.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** @param {Played} played @param {Match} match */
  row(played, match) {
    const { controller } = this;
    const texts = [played.path, ...played.alike].map(
      (path) => match.moves.find((move) => move.path.join() === path.join())?.text ?? '',
    );
    const move = played.path.length ? texts.filter(Boolean).join(', ') : t('library.explorer.ended');
    const years = [...new Set([played.first_year, played.last_year])].filter((year) => year !== null).join('–');
    const { games, white, draw, black, unfinished } = played;
    const finished = games - unfinished;
    const results = { white: share(white, finished), drawn: share(draw, finished), black: share(black, finished) };
    const spoken = [
      move,
      t('library.explorer.count', { n: games, count: number(games) }),
      finished ? t('library.explorer.results', results) : '',
      years,
    ];
    const entry = make(
      'button',
      { type: 'button', class: 'book-move played-move' },
      make('span', { class: 'offscreen' }, `${spoken.filter(Boolean).join('. ')}. ${t('library.explorer.list')}`),
      make(
        'span',
        { class: 'book-text', 'aria-hidden': 'true' },
        make('strong', {}, move),
        make('span', { class: 'book-called' }, years),
      ),
      make('span', { class: 'book-share', 'aria-hidden': 'true' }, number(games)),
      resultBar({ white, drawn: draw, black }),
    );
    /** Shows the move as an arrow, or no longer. @param {boolean} isShown */
    const look = (isShown) => {
      entry.classList.toggle('shown', isShown);
      controller.page.change((s) => {
        s.pointed = isShown && played.path.length ? played.path : null;
      });
    };
    entry.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && look(true));
    entry.addEventListener('pointerleave', () => look(false));
    entry.addEventListener('focus', () => entry.matches(':focus-visible') && look(true));
    entry.addEventListener('blur', () => look(false));
    entry.addEventListener('click', () => {
      look(false);
      if (this.panels) showGames(/** @type {any} */ (controller), this.panels, played.plies);
    });
    return make('li', {}, entry);
  }

  /** Fills the section anew. @param {Panels} panels */
  fill(panels) {
    this.panels = panels;
    const { element, select, fit } = pick({
      class: 'line',
      'aria-label': t('library.collection'),
      'data-keep': 'played',
    });
    const offer = () => {
      const names = ['', ...[...catalogue.collections().keys()].sort()];
      select.replaceChildren(
        ...names.map((value) => {
          const selected = value === chosen.collection;
          return make('option', { value, selected }, value ? collectionName(value) : t('library.explorer.all'));
        }),
      );
      fit();
    };
    const again = () => {
      this.asked = null;
      this.see(this.controller.page.state);
    };
    select.addEventListener('change', () => {
      chosen.collection = select.value;
      again();
    });
    /** @param {'mirrored' | 'rotated'} name */
    const image = (name) =>
      check(`played-${name}`, [t(`library.${name}`)], chosen[name], (value) => {
        chosen[name] = value;
        again();
      });
    // Men that move one way only make another game of a turned board.
    const images = this.controller.page.state.meta.kings ? ['mirrored'] : ['mirrored', 'rotated'];
    this.head.replaceChildren(element, .../** @type {('mirrored' | 'rotated')[]} */ (images).map(image));
    const open = button(t('library.explorer.open'), () => panels.open('library'), { 'data-keep': 'played-library' });
    this.list.replaceChildren();
    this.list.hidden = true;
    const heading = make('div', { class: 'row' }, make('h3', { class: 'grow' }, t('library.explorer')), open);
    this.element.replaceChildren(heading, this.head, this.note, this.list);
    this.asked = null;
    offer();
    catalogue.ready().then(offer, () => {});
  }
}

/**
 * The section for a panel that is being filled.
 *
 * @param {GameApi} controller
 * @param {Panels} panels
 */
export function playedPart(controller, panels) {
  current ??= new GamesExplorer(controller);
  current.fill(panels);
  return current.element;
}
