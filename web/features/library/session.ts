/** The player's work in the library, on one game and on many. What the panel shows of it is the `libraryState`. */

import type { GameController } from '../../game/controller.ts';
import { Controlled } from '../../game/exchange.ts';
import { localDate } from '../../lib/date.ts';
import { say } from '../../lib/dom.ts';
import { fileName, save } from '../../lib/files.ts';
import { counted, percent, t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import { runAfter } from '../../lib/pending.ts';
import type { Format } from '../../protocol.d.ts';
import { ask } from '../../shell/dialog.ts';
import type { PanelContext, Panels } from '../../shell/panels.ts';
import type { Kept } from '../../state/kept.ts';
import { type LibraryGame, MINE } from '../../state/library.ts';
import { isGameOnBoard } from '../../state/rights.ts';
import { dropUnreadable } from '../../store/library/asides.ts';
import { backup, restore } from '../../store/library/backup.ts';
import { catalogue } from '../../store/library/catalogue.ts';
import { games } from '../../store/library/database.ts';
import { duplicates, merge, retag, sameMoves, textsOf } from '../../store/library/editing.ts';
import { keepPlayed } from '../../store/library/played.ts';
import { cameText, faultOf } from '../../store/library/words.ts';
import { withWorker } from '../../store/library/worker.ts';
import { loadTable } from '../../store/store.ts';
import { type LibraryState, libraryState } from './state.ts';

const PAUSE_MS = 120; // a search begins when nothing was typed for this time
const RENEW_MS = 400; // while games are added, the list is searched again after this time
const TAGS = ['White', 'Black', 'Event', 'Site', 'Date', 'Round']; // their fields come first; the others follow
const FIXED_TAGS = ['GameType', 'Result']; // these follow from the moves

/** What can be edited of a game, by tag, and its collections as `collections`. */
export function fieldsOf({ tags, collections }: LibraryGame) {
  const names = [...TAGS, ...Object.keys(tags).filter((name) => ![...TAGS, ...FIXED_TAGS].includes(name))];
  const values = names.map((name) => [name, tags[name] ?? '']);
  const fields: Record<string, string> = Object.fromEntries(values);
  return { ...fields, collections: collections.filter((name) => name !== MINE).join(', ') };
}

const text = (one: string, other: string) => one.localeCompare(other);

const latest = (one: LibraryGame, other: LibraryGame) =>
  other.date > one.date ? 1 : other.date < one.date ? -1 : other.id - one.id;

const COMPARE: Record<LibraryState['order'], (one: LibraryGame, other: LibraryGame) => number> = {
  added: (one, other) => other.added - one.added || other.id - one.id,
  newest: latest,
  // Games without a date stand last.
  oldest: (one, other) => (one.date && other.date ? latest(other, one) : Number(!one.date) - Number(!other.date)),
  players: (one, other) => text(one.white, other.white) || text(one.black, other.black) || one.id - other.id,
  event: (one, other) => text(one.event, other.event) || latest(other, one),
};

export const ORDERS = Object.keys(COMPARE) as LibraryState['order'][]; // in the order in which they are offered

export class Library extends Controlled<GameController> {
  panels: Panels;
  callOff = () => {}; // the search that is due
  searches = 0; // how many searches have begun: only the last one counts
  queue: { file: File; encoding: string }[] = []; // what is still to be read into it; '': the encoding is found out
  exporting: AbortController | null = null;
  merging: Set<LibraryGame[]> = new Set(); // groups: another click on one of them does nothing

  constructor({ controller, panels }: PanelContext) {
    super(controller);
    this.panels = panels;
  }

  get now() {
    return libraryState.of(this.page.state);
  }

  set(change: Partial<LibraryState>) {
    libraryState.amend(this.page, change);
  }

  /** Follows the library while the panel is shown: until what this returns is called. */
  open() {
    const later = () => this.later(RENEW_MS);
    catalogue.watchers.add(later);
    this.find();
    keepPlayed(this.controller.rules);
    return [() => void catalogue.watchers.delete(later), () => this.callOff()];
  }

  show(change: Partial<LibraryState>) {
    const silent = { isBusy: false, message: '' };
    const parts = { exported: silent, backup: silent, duplicates: silent, groups: null };
    this.set({ fault: '', message: '', typed: {}, ...parts, ...change });
    this.find();
  }

  later(pauseMs: number) {
    this.callOff();
    this.callOff = runAfter(pauseMs, () => this.find());
  }

  private run(act: () => Promise<unknown>) {
    return act().catch((error) => this.set({ fault: faultOf(error) }));
  }

  /** Searches for something else, once nothing more is typed. */
  write(query: string) {
    this.set({ query, message: '' });
    this.later(PAUSE_MS);
  }

  async find() {
    this.callOff();
    const mine = ++this.searches;
    const line = this.now.query.trim();
    try {
      const all = { game: null, terms: [], moments: [] };
      const query = line ? await this.controller.rules.request('query', { query: line }) : all;
      await catalogue.ready();
      if (mine !== this.searches) return;
      const { only, order, game, view, chosen } = this.now;
      const found = catalogue.search(query, this.page.state.games);
      const hits = only ? found.filter((hit) => only.has(hit.game.id)) : found;
      if (only) for (const hit of hits) hit.ply ||= only.get(hit.game.id) ?? 0;
      const shown = (game && catalogue.games.get(game.id)) ?? null;
      const stillChosen = [...catalogue.games].filter(([id]) => chosen.has(id));
      this.set({
        hits: hits.sort((one, other) => COMPARE[order](one.game, other.game)),
        count: catalogue.games.size,
        collections: catalogue.collections(),
        game: shown,
        same: shown ? sameMoves(catalogue.games.values(), shown) : [],
        chosen: new Map(stillChosen),
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

  /** Puts a game on the board, at the move that was searched for, and closes the panel. */
  put({ id, game, archive }: LibraryGame, ply: number) {
    const { controller, panels } = this;
    return this.run(async () => {
      const [source] = await games.texts(id);
      if (!source) throw new Error(t('library.gone'));
      const { text: record, options } = source;
      const fields = { text: record, game, ...(options && { options }) };
      // A game that was played here keeps its place in the archive.
      const wrong = await controller.replaceMatch('load', fields, { players: { w: 0, b: 0 } }, archive || undefined);
      if (wrong) throw wrong;
      const { match } = this.page.state;
      const node = match?.history.find((node) => node.chief && node.ply === ply);
      if (ply > 0 && node) await controller.navigation.to(node.node);
      else if (ply === 0 && match?.history.length) await controller.navigation.to(0);
      // Only now: a key that is pressed once the board can be seen is meant for the position that stays.
      // Another panel that was opened meanwhile stays.
      if ([null, 'library'].includes(this.page.state.panel)) panels.leave(`#game=${game}`, () => {});
    });
  }

  async save() {
    const { game, typed } = this.now;
    if (!game) return;
    this.set({ isSaving: true });
    await this.run(async () => {
      const values = Object.entries({ ...fieldsOf(game), ...typed }).map(([name, value]) => [name, value.trim()]);
      const { collections, ...edited } = Object.fromEntries(values);
      const names = collections.split(',').map((name: string) => name.trim());
      if (game.collections.includes(MINE)) names.unshift(MINE);
      const kept = { collections: [...new Set<string>(names.filter(Boolean))] };
      await retag(this.controller.rules, game, { ...game.tags, ...edited }, kept);
      await catalogue.settled;
      this.show({ view: 'list', message: t('library.saved') });
    });
    this.set({ isSaving: false });
  }

  choose(game: LibraryGame) {
    const chosen = new Map(this.now.chosen);
    if (!chosen.delete(game.id)) chosen.set(game.id, game);
    this.set({ chosen });
  }

  merge() {
    return this.run(async () => {
      await merge(this.controller.rules, [...this.now.chosen.values()]);
      this.set({ chosen: new Map(), message: t('library.merged') });
    });
  }

  async remove(chosen: LibraryGame[]) {
    if (!(await ask(counted('library.delete.sure', chosen.length), t('library.delete')))) return;
    await this.run(async () => {
      const removed = await games.remove(chosen.map(({ id }) => id));
      say(counted('library.deleted', removed.length));
      this.show({ view: 'list', removed, chosen: new Map() });
    });
  }

  undo() {
    return this.run(async () => {
      await games.restore(this.now.removed);
      this.show({ removed: [] });
    });
  }

  /** Does what a part of the view is for, and shows there what came of it or went wrong; until then, `message`. */
  private async work(part: 'exported' | 'backup' | 'duplicates', message: string, act: () => Promise<string>) {
    this.set({ [part]: { isBusy: true, message } });
    this.set({ [part]: { isBusy: false, message: await act().catch(faultOf) } });
  }

  export(format: Format) {
    const all = this.now.hits.map(({ game }) => game);
    this.exporting = new AbortController();
    const { signal } = this.exporting;
    const onprogress = (share: number) => {
      const message = t('library.export.busy', { percent: percent(share) });
      this.set({ exported: { isBusy: true, message } });
    };
    return this.work('exported', '', async () => {
      const { parts, missing } = await textsOf(this.controller.rules, all, format, { onprogress, signal });
      if (signal.aborted) return '';
      save(fileName('games', format), new Blob(parts, { type: 'text/plain' }));
      const done = counted('library.export.done', all.length - missing);
      return missing ? `${done} ${counted('library.export.missing', missing)}` : done;
    });
  }

  backUp() {
    return this.work('backup', this.now.backup.message, async () => {
      save(`saltus-${localDate()}.backup`, await backup());
      return t('share.saved');
    });
  }

  restore(file: File) {
    return this.work('backup', t('share.reading', { name: file.name }), async () => {
      const { controller, page } = this;
      const stored = () => loadTable(page.state.meta)?.record;
      const before = stored();
      const message = cameText(await withWorker(controller.rules, (engine) => restore(engine, file)));
      page.change((s) => {
        for (const meta of s.games) s.tables[meta.key] = loadTable(meta) ?? s.tables[meta.key];
      });
      // A game that is put aside for another session is read again when that ends.
      if (stored() !== before && isGameOnBoard(page.state)) await controller.open(page.state.meta.key);
      say(message);
      this.show({ view: 'list' });
      return message;
    });
  }

  /** Deletes what could not be read. */
  forget(aside: Kept['asides'][number]) {
    return this.run(() => dropUnreadable(aside));
  }

  findDuplicates() {
    return this.work('duplicates', '', async () => {
      await catalogue.ready();
      const groups = duplicates(catalogue.games.values());
      this.set({ groups: groups.length ? groups : null });
      return groups.length ? '' : t('library.duplicates.none');
    });
  }

  join(groups: LibraryGame[][]) {
    const fresh = groups.filter((group) => !this.merging.has(group));
    if (!fresh.length) return;
    for (const group of fresh) this.merging.add(group);
    const merged = this.work('duplicates', '', async () => {
      for (const group of fresh) {
        await merge(this.controller.rules, group);
        this.set({ groups: this.now.groups?.filter((other) => other !== group) ?? null });
      }
      // That there are fewer is seen.
      say(t('library.merged'));
      return '';
    });
    return merged.then(() => {
      for (const group of fresh) this.merging.delete(group);
    });
  }
}

export const libraryOf = once((context: PanelContext) => new Library(context));
