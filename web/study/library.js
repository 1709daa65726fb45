/**
 * The player's work in the library: searching, choosing, opening, editing, merging, exporting and backing up. What the panel
 * shows of it is `state.library`.
 *
 * @import { Format } from '../protocol.d.ts'
 * @import { LibraryGame } from '../library/types.d.ts'
 * @import { Shelf } from '../types.d.ts'
 * @import { GameController } from '../game/api.d.ts'
 */

import { localDate } from '../lib/date.js';
import { fileName, save } from '../lib/files.js';
import { t } from '../lib/i18n.js';
import { toast } from '../lib/toast.js';
import { backup, restore } from '../library/backup.js';
import { catalogue } from '../library/catalogue.js';
import { MINE } from '../library/collections.js';
import { games } from '../library/database.js';
import { duplicates, merge, retag } from '../library/editing.js';
import { textsOf } from '../library/exporting.js';
import { keepPlayed } from '../library/played.js';
import { count, faultOf } from '../library/words.js';

/** A search begins when nothing was typed for this time. */
const PAUSE_MS = 120;

/** While games are added, the list is searched again after this time. */
const RENEW_MS = 400;

/** The tags that have a field of their own; the others follow them. */
const TAGS = ['White', 'Black', 'Event', 'Site', 'Date', 'Round'];

/** These follow from the moves. */
const FIXED_TAGS = ['GameType', 'Result'];

/** What can be edited of a game, by tag, and its collections as `collections`. @param {LibraryGame} game */
export function fieldsOf({ tags, collections }) {
  const names = [...TAGS, ...Object.keys(tags).filter((name) => ![...TAGS, ...FIXED_TAGS].includes(name))];
  const values = names.map((name) => [name, tags[name] ?? '']);
  /** @type {Record<string, string>} */
  const fields = Object.fromEntries(values);
  return { ...fields, collections: collections.filter((name) => name !== MINE).join(', ') };
}

/** @param {string} one @param {string} other */
const text = (one, other) => one.localeCompare(other);

/** @param {LibraryGame} one @param {LibraryGame} other */
const latest = (one, other) => (other.date > one.date ? 1 : other.date < one.date ? -1 : other.id - one.id);

/** @type {Record<Shelf['order'], (one: LibraryGame, other: LibraryGame) => number>} */
const COMPARE = {
  added: (one, other) => other.added - one.added || other.id - one.id,
  newest: latest,
  // Games without a date stand last.
  oldest: (one, other) => (one.date && other.date ? latest(other, one) : Number(!one.date) - Number(!other.date)),
  players: (one, other) => text(one.white, other.white) || text(one.black, other.black) || one.id - other.id,
  event: (one, other) => text(one.event, other.event) || latest(other, one),
};

/** In the order in which they are offered. */
export const ORDERS = /** @type {Shelf['order'][]} */ (Object.keys(COMPARE));

export class Library {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    this.page = controller.page;
    this.timer = 0;
    /** How many searches have begun: only the last one counts. */
    this.searches = 0;
    /** @type {AbortController | null} */
    this.exporting = null;
    /** The groups that are being merged: another click on one of them does nothing. @type {Set<LibraryGame[]>} */
    this.merging = new Set();
  }

  /** What the panel shows. */
  get now() {
    return this.page.state.library;
  }

  /** @param {Partial<Shelf>} change */
  set(change) {
    this.page.change((s) => {
      s.library = { ...s.library, ...change };
    });
  }

  /** Follows the library while the panel is shown: until what this returns is called. */
  open() {
    const later = () => this.later(RENEW_MS);
    catalogue.watchers.add(later);
    this.find();
    keepPlayed(this.controller.rules);
    return () => {
      catalogue.watchers.delete(later);
      clearTimeout(this.timer);
    };
  }

  /** Shows another view, or other games. @param {Partial<Shelf>} change */
  show(change) {
    const told = { isBusy: false, told: '' };
    this.set({
      fault: '',
      typed: {},
      exported: told,
      backup: told,
      duplicates: { groups: null, told: '' },
      ...change,
    });
    this.find();
  }

  /** @param {number} pause in ms */
  later(pause) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.find(), pause);
  }

  /** Does something, and shows what went wrong. @param {() => Promise<unknown>} act */
  async run(act) {
    try {
      await act();
    } catch (error) {
      this.set({ fault: faultOf(error) });
    }
  }

  /** Says what was done, to the eye and to the ear. @param {string} what */
  told(what) {
    this.controller.say(what);
    toast(what);
  }

  // -- searching ---------------------------------------------------------------------------------------

  /** Searches for something else, once nothing more is typed. @param {string} query @param {Partial<Shelf>} [change] */
  write(query, change) {
    this.set({ query, ...change });
    this.later(PAUSE_MS);
  }

  /** Searches, and shows what was found. */
  async find() {
    clearTimeout(this.timer);
    const mine = ++this.searches;
    const { query: written } = this.now;
    const line = written.trim();
    try {
      const all = { game: null, terms: [], moments: [] };
      const query = line ? await this.controller.rules.request('query', { query: line }) : all;
      await catalogue.ready();
      if (mine !== this.searches) return;
      const { only, order, game, view } = this.now;
      const found = catalogue.search(query, this.page.state.games);
      const hits = only ? found.filter((hit) => only.has(hit.game.id)) : found;
      if (only) for (const hit of hits) hit.ply ||= only.get(hit.game.id) ?? 0;
      const shown = (game && catalogue.games.get(game.id)) ?? null;
      this.set({
        searched: written,
        hits: hits.sort((one, other) => COMPARE[order](one.game, other.game)),
        count: catalogue.games.size,
        collections: [...catalogue.collections().keys()].sort(),
        game: shown,
        // It was deleted meanwhile, or merged.
        view: view === 'game' && !shown ? 'list' : view,
        fault: '',
        isRefused: false,
      });
    } catch (error) {
      if (mine !== this.searches) return;
      this.set({ fault: faultOf(error), isRefused: true, count: catalogue.games.size });
    }
  }

  // -- one game ----------------------------------------------------------------------------------------

  /**
   * Puts a game on the board, at the move that was searched for.
   *
   * @param {LibraryGame} game
   * @param {number} ply
   * @param {() => void} leave closes the panel
   */
  async put(game, ply, leave) {
    const { controller } = this;
    const [source] = await games.texts(game.id);
    if (!source) throw new Error(t('library.gone'));
    const { text: record, options } = source;
    const seats = { players: { w: 0, b: 0 } };
    const fields = { text: record, game: game.game, ...(options && { options }) };
    // A game that was played here keeps its place in the archive.
    const wrong = game.archive
      ? await controller.put('load', fields, seats, game.archive)
      : await controller.put('load', fields, seats);
    if (wrong) throw wrong;
    leave();
    const { match } = this.page.state;
    const node = match?.history.find((one) => one.chief && one.ply === ply);
    if (ply > 0 && node) await controller.navigation.to(node.node);
    else if (ply === 0 && match?.history.length) await controller.navigation.to(0);
  }

  /** Saves the game that is shown with the tags and collections that were typed. */
  async save() {
    const { game, typed } = this.now;
    if (!game) return;
    this.set({ isSaving: true });
    try {
      const values = Object.entries({ ...fieldsOf(game), ...typed }).map(([name, value]) => [name, value.trim()]);
      const { collections, ...edited } = Object.fromEntries(values);
      const names = collections.split(',').map((/** @type {string} */ one) => one.trim());
      if (game.collections.includes(MINE)) names.unshift(MINE);
      await retag(
        this.controller.rules,
        game,
        { ...game.tags, ...edited },
        { collections: [...new Set(names.filter(Boolean))] },
      );
      this.told(t('library.saved'));
      await catalogue.settled;
      this.show({ view: 'list' });
    } catch (error) {
      this.set({ fault: faultOf(error) });
    }
    this.set({ isSaving: false });
  }

  // -- chosen games ------------------------------------------------------------------------------------

  /** Chooses a game, or no longer. @param {LibraryGame} game */
  choose({ id }) {
    const chosen = new Set(this.now.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.set({ chosen });
  }

  /** @param {LibraryGame[]} chosen */
  async merge(chosen) {
    await merge(this.controller.rules, chosen);
    this.set({ chosen: new Set() });
    this.told(t('library.merged'));
  }

  /** @param {LibraryGame[]} chosen */
  async remove(chosen) {
    const removed = await games.remove(chosen.map(({ id }) => id));
    const n = removed.length;
    this.controller.say(t('library.deleted', { n, count: count(n) }));
    this.show({ view: 'list', removed, chosen: new Set() });
  }

  /** Brings back what was deleted last. */
  async undo() {
    await games.restore(this.now.removed);
    this.show({ removed: [] });
  }

  // -- many games --------------------------------------------------------------------------------------

  /** Writes the games that were found to a file. @param {Format} format */
  async export(format) {
    const all = this.now.hits.map(({ game }) => game);
    this.exporting = new AbortController();
    const { signal } = this.exporting;
    const tell = (/** @type {string} */ told, isBusy = false) => this.set({ exported: { isBusy, told } });
    const onprogress = (/** @type {number} */ share) =>
      tell(t('library.export.busy', { percent: Math.round(share * 100) }), true);
    tell('', true);
    try {
      const { parts, missing } = await textsOf(this.controller.rules, all, format, { onprogress, signal });
      if (signal.aborted) return tell('');
      save(fileName('games', format), new Blob(parts, { type: 'text/plain' }));
      const n = all.length - missing;
      const told = [t('library.export.done', { n, count: count(n) })];
      if (missing) told.push(t('library.export.missing', { n: missing, count: count(missing) }));
      tell(told.join(' '));
    } catch (error) {
      tell(faultOf(error));
    }
  }

  /** Saves all that this browser keeps to a file. */
  async backUp() {
    this.set({ backup: { isBusy: true, told: this.now.backup.told } });
    let told = '';
    try {
      save(`saltus-${localDate()}.backup`, await backup());
      told = t('share.saved');
    } catch (error) {
      told = faultOf(error);
    }
    this.set({ backup: { isBusy: false, told } });
  }

  /** Brings back what a file has. @param {File} file */
  async restore(file) {
    const tell = (/** @type {string} */ told) => this.set({ backup: { ...this.now.backup, told } });
    tell(t('share.reading', { name: file.name }));
    try {
      const { games: n } = await restore(file);
      this.told(t('library.backup.restored', { n, count: count(n) }));
      this.show({ view: 'list' });
    } catch (error) {
      tell(faultOf(error));
    }
  }

  /** Looks for games that are there more than once. */
  async findDuplicates() {
    try {
      await catalogue.ready();
      const groups = duplicates(catalogue.games.values());
      this.set({
        duplicates: groups.length ? { groups, told: '' } : { groups: null, told: t('library.duplicates.none') },
      });
    } catch (error) {
      this.set({ duplicates: { groups: null, told: faultOf(error) } });
    }
  }

  /** Merges the games of each group. @param {LibraryGame[][]} groups */
  async join(groups) {
    const fresh = groups.filter((group) => !this.merging.has(group));
    if (!fresh.length) return;
    for (const group of fresh) this.merging.add(group);
    try {
      for (const group of fresh) {
        await merge(this.controller.rules, group);
        const left = this.now.duplicates.groups?.filter((one) => one !== group) ?? null;
        this.set({ duplicates: { groups: left, told: '' } });
      }
      this.told(t('library.merged'));
    } catch (error) {
      this.set({ duplicates: { ...this.now.duplicates, told: faultOf(error) } });
    }
    for (const group of fresh) this.merging.delete(group);
  }
}

/** @type {Library | null} */
let library = null;

/** The library of this page. @param {GameController} controller */
export function libraryOf(controller) {
  library ??= new Library(controller);
  return library;
}
