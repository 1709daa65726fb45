/**
 * Reviews the player's own games in the background, and makes puzzles of the mistakes. It can be paused, goes on after a
 * reload, and waits while a game is being played. The library's worker does the searching, so the board is not disturbed.
 *
 * @import { LibraryGame } from '../library/types.d.ts'
 * @import { Side } from '../protocol.d.ts'
 * @import { GameController } from '../game/api.d.ts'
 * @import { State } from '../state/state.js'
 */

import { EngineError } from '../lib/engine-error.js';
import { isMistake } from '../lib/glyphs.js';
import { games, records, watch } from '../library/database.js';
import { exclusive } from '../library/worker.js';
import { loadReviewing, saveReviewing } from '../state/store.js';
import { isPlaying } from '../state/studying.js';
import { addCards, cardOf } from './deck.js';
import { unreviewed } from './own-games.js';

/** After games have come into the library, they are looked through this much later. */
const LOOK_MS = 1500;

/**
 * Null for a record that the rules refuse; a request that they did not get fails.
 *
 * @param {unknown} error
 */
function unreadable(error) {
  if (error instanceof EngineError && error.code !== 'engine-lost') return null;
  throw error;
}

/** @type {MistakeReviews | null} */
let reviews = null;

/** The reviews of this page. @param {GameController} controller */
export function reviewsOf(controller) {
  reviews ??= new MistakeReviews(controller);
  return reviews;
}

/** Rises with every change of the reviews. */
export const reviewVersion = () => reviews?.version ?? 0;

export class MistakeReviews {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    const { isOn, names } = loadReviewing();
    this.isOn = isOn;
    /** The names under which the player plays elsewhere. */
    this.names = names;
    /** The games to review. @type {{ game: LibraryGame, sides: Side[] }[]} */
    this.todo = [];
    /** How many own games have a review. */
    this.done = 0;
    /** How many puzzles came of the reviews since the page was opened. */
    this.found = 0;
    /** The share of the running review, from 0 to 1; null while none runs. @type {number | null} */
    this.share = null;
    /** @type {unknown} */
    this.error = null;
    /** Stops the running review. @type {() => void} */
    this.stop = () => {};
    this.isWorking = false;
    this.timer = 0;
    /** Rises with every change, for whoever shows it. */
    this.version = 0;
    /** Rises with every change of the deck, also by another tab. */
    this.deck = 0;
    watch((change) => {
      if (!change || change.games) this.lookSoon();
      if (change && change.store !== 'deck') return;
      this.deck++;
      this.tell();
    });
    controller.page.show((state) => this.see(state));
    this.look();
  }

  /** @private */
  tell() {
    this.version++;
    this.controller.page.change(() => {});
  }

  /** @private */
  lookSoon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), LOOK_MS);
  }

  /** Looks for own games without a review. */
  async look() {
    try {
      Object.assign(this, await unreviewed(this.names), { error: null });
    } catch (error) {
      this.error = error;
    }
    this.tell();
  }

  /** Starts or pauses the reviews. @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    saveReviewing({ isOn, names: this.names });
    if (!isOn) this.stop();
    this.error = null;
    this.tell();
  }

  /** Sets the names under which the player plays elsewhere. @param {string[]} names */
  async name(names) {
    this.names = names;
    saveReviewing({ isOn: this.isOn, names });
    await this.look();
  }

  /** @param {State} state */
  see(state) {
    const mayRun = this.isOn && !this.error && state.boot.phase === 'ready' && !isPlaying(state);
    if (!mayRun) this.stop();
    else if (!this.isWorking && this.todo.length) this.work();
  }

  /** Reviews one game after another. @private */
  async work() {
    this.isWorking = true;
    const { page } = this.controller;
    try {
      while (this.isOn && this.todo.length && !isPlaying(page.state)) {
        const [{ game, sides }] = this.todo;
        const isDone = await this.review(game, sides);
        if (!isDone) break;
        this.todo = this.todo.filter((one) => one.game.id !== game.id);
        this.done++;
        this.tell();
      }
    } catch (error) {
      this.error = error;
    }
    this.isWorking = false;
    this.share = null;
    this.tell();
  }

  /**
   * Reviews a game, and puts its mistakes into the deck. Resolves to false if it was stopped.
   *
   * @private
   * @param {LibraryGame} game
   * @param {Side[]} sides the player's
   */
  async review({ id, game, white, black, date }, sides) {
    const [source] = await games.texts(id);
    const told = await exclusive(this.controller.rules, async (engine) => {
      const match = source && (await engine.request('load', { game, ...source }).catch(unreadable));
      if (!match) return null;
      await engine.supply(`${game}-openings`);
      if (!this.isOn || isPlaying(this.controller.page.state)) return { match, found: null };
      this.stop = () => void engine.request('stop', { of: 'review' }).catch(() => null);
      const onprogress = (/** @type {{ share: number }} */ { share }) => {
        this.share = share;
        this.tell();
      };
      return { match, found: await engine.request('review', {}, { onprogress }) };
    });
    this.stop = () => {};
    if (told && (!told.found || told.found.stopped)) return false;
    const turns = told?.found?.turns ?? [];
    const from = { key: game, options: told?.match.options ?? {}, game: id, players: `${white} – ${black}`, date };
    const cards = turns
      .filter(({ side, mark }) => sides.includes(side) && isMistake(mark))
      .map((turn) => cardOf(turn, from, Date.now()))
      .filter((card) => card !== null);
    this.found += await addCards(cards);
    // What cannot be read is not tried again.
    const accuracy = told?.found?.accuracy ?? null;
    await records('reviews').put({ id, game: id, ...{ accuracy, when: Date.now(), isRead: told !== null } });
    return true;
  }
}
