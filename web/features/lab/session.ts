/** The game lab: somebody's own game from its text, on the board, examined and measured. */

import type { Engine } from '../../engine/client.ts';
import type { Given } from '../../engine/runtime/supplies.ts';
import type { GameController } from '../../game/controller.ts';
import { Controlled } from '../../game/exchange.ts';
import { tell } from '../../game/messages.ts';
import { say } from '../../lib/dom.ts';
import { EngineError } from '../../lib/engine-error.ts';
import { initial, nullable } from '../../lib/first.ts';
import { count as counted, t, translated } from '../../lib/i18n.ts';
import { readdress } from '../../lib/link.ts';
import { once } from '../../lib/once.ts';
import { runAfter } from '../../lib/pending.ts';
import { unique } from '../../lib/random.ts';
import { all, count, fits, flag, isSide, maybe, number, oneOf, type Shape, text } from '../../lib/shape.ts';
import { explained } from '../../state/describe.ts';
import type { Meta } from '../../state/game.d.ts';
import { Slice } from '../../state/state.ts';
import { holderOf, type OwnGame, ownGames } from '../../store/own-games.ts';
import * as store from '../../store/store.ts';
import type { Fault, Name } from './editor.ts';
import { type Examined, fetched, fetchLab, gamesOf, LabEngine, type LabRequests, type Measured } from './engine.ts';
import { LabRules } from './rules.ts';

const POSITIONS = 1_000; // how many are examined of a game that is played
export const GAMES = 200; // how many the computer plays with itself
const SEED = 1; // of both, so that they are the same on every machine
const MINUTE_MS = 60_000;
const SAVE_MS = 600; // the pause after which what is typed is kept

/** A game to begin from, as the build has made the list. */
interface Beginning {
  key: string;
  name: string;
  text: string;
}

/** A fault with its place. */
export const placed = ({ line, text }: Fault) => (line ? `${t('lab.line', { n: line })}: ${text}` : text);

export const labState = new Slice({
  id: '', // of one's own game that is edited; empty where it is a beginning that nobody has changed
  source: '',
  isOffered: false, // whether it came by a link, and nobody has let it run yet
  isStarting: false, // whether it is on its way to the board
  fault: nullable<Fault>(),
  examined: nullable<Examined>(),
  measured: nullable<Measured & { minutes: number }>(), // and how long it takes on, by the games so far
  measuring: nullable<AbortController>(), // ends the games of the computer with itself
  beginnings: initial<Beginning[]>([]),
  isAbsent: false, // whether the editor could not be loaded
  names: initial<Name[]>([]), // of the contract, for whoever types one
  guide: initial<Name[]>([]), // what a game's text may say, in short
  games: initial<OwnGame[]>([]), // one's own, the latest first
  removed: nullable<OwnGame>(), // it can be brought back until another one is shown
});

export type Lab = ReturnType<typeof labState.of>;

const MOST_SQUARES = 26; // a side

const isSize = (value: unknown) => count(value) && Number(value) > 0 && Number(value) <= MOST_SQUARES;
const isKey = (value: unknown) => text(value) && /^[a-z]\w{0,40}$/i.test(value);

/** What the board and the menus need of a game. A stranger's program has said it. */
const META: Shape = {
  key: isKey,
  name: text,
  goal: text,
  files: isSize,
  ranks: isSize,
  squares: [text],
  first: isSide,
  bottom: isSide,
  numbered: flag,
  kings: flag,
  piece: text,
  pieces: count,
  style: text,
  scale: number,
  formats: [text],
  setups: [{ key: text, name: text }],
  options: [{ key: text, name: text, default: flag }],
  rules: all(text),
  levels: oneOf([10]),
  ladder: [{ strength: maybe(() => true) }],
  start: { rows: [text], side: isSide, setup: text },
};

/** The name of a game in its text, else what a game without one is called. */
export const nameIn = (source: string) => /^ {4}name = "([^"\n]{1,60})"/m.exec(source)?.[1] ?? t('lab.untitled');

/** The beginning that a text is most like: what differs from it is marked. */
export function originalOf({ source, beginnings }: Lab) {
  const lines = new Set(source.split('\n'));
  const likeness = ({ text: other }: Beginning) =>
    other.split('\n').reduce((sum, line) => sum + (lines.has(line) ? 1 : -1), 0);
  const [nearest] = [...beginnings].sort((one, other) => likeness(other) - likeness(one));
  return nearest?.text ?? source;
}

export class GameLab extends Controlled<GameController> {
  private assets: Engine['assets'];
  private rules: LabRules;
  private given: Given | null = null;
  private engine: LabEngine | null = null;
  private tracer: LabEngine | null = null; // looks for what did not come to an end
  private examining: AbortController | null = null;
  private home = ''; // the game that was on the board before
  private putOff: () => void = () => {}; // calls off the saving that is due

  constructor(controller: GameController) {
    super(controller);
    this.assets = globalThis.boot.assets;
    this.rules = new LabRules(controller.rules);
    controller.rules = this.rules;
    this.set({ games: ownGames() });
  }

  get now() {
    return labState.of(this.page.state);
  }

  private set(values: Partial<Lab>) {
    labState.amend(this.page, values);
  }

  /** Fetches the games to begin from; the first is shown where nothing else is. */
  async prepare() {
    if (!this.now.beginnings.length) {
      const { beginnings, names, guide } = await fetched(`${this.assets.lab}beginnings.json`, 'json');
      this.set({ beginnings, names, guide });
    }
    if (this.now.source) return;
    // Whoever comes back finds the game that was left on the board.
    const { beginnings, games } = this.now;
    this.choose(games.find(({ table }) => table)?.id ?? beginnings[0].key);
  }

  lack(isAbsent: boolean) {
    this.set({ isAbsent });
  }

  // -- the text ------------------------------------------------------------------------------------------

  /** Shows one's own game with this id, else the beginning with this key. Returns whether there is one. */
  choose(name: string) {
    const own = this.now.games.find(({ id }) => id === name);
    const beginning = this.now.beginnings.find(({ key }) => key === name);
    if (own) this.show(own.id, own.source);
    else if (beginning) this.show('', beginning.text);
    return Boolean(own ?? beginning);
  }

  /** The same by the key under which its match is kept. */
  find(key: string) {
    return this.choose(holderOf(this.now.games, key)?.id ?? key);
  }

  /** Shows a game of somebody else. It does not run before the person here says so. */
  offer(source: string) {
    this.show('', source, true);
  }

  private show(id: string, source: string, isOffered = false) {
    this.keep();
    this.set({ id, source, isOffered, fault: null, examined: null, measured: null, removed: null });
  }

  /** Takes over what was typed; it is kept a moment later. */
  edit(source: string) {
    if (source === this.now.source) return;
    this.set({ source, id: this.now.id || unique(), fault: null });
    this.putOff();
    this.putOff = runAfter(SAVE_MS, () => this.keep());
  }

  /** Keeps the text, if it is one's own. */
  keep() {
    const { id, source, games } = this.now;
    this.putOff();
    const before = games.find((game) => game.id === id);
    if (!id || before?.source === source) return;
    const when = Date.now();
    const kept = { made: when, ...before, id, name: nameIn(source), source, when };
    this.put([kept, ...games.filter((game) => game.id !== id)]);
  }

  private put(games: OwnGame[]) {
    const isKept = store.write('lab', games);
    this.set({ games });
    if (!isKept) this.fault({ line: 0, text: t('lab.full') });
  }

  /** Deletes the game that is edited. */
  remove() {
    this.keep();
    const { id, games, beginnings } = this.now;
    const [removed] = games.filter((game) => game.id === id);
    this.put(games.filter((game) => game !== removed));
    this.set({ id: '' });
    this.choose(beginnings[0].key);
    this.set({ removed });
  }

  /** Brings back what was deleted. */
  restore(removed: OwnGame) {
    this.put([removed, ...this.now.games]);
    this.choose(removed.id);
  }

  // -- the board -----------------------------------------------------------------------------------------

  /** Puts the game on the board: the position of before, if it is one of the changed game, too. */
  async play() {
    const { isStarting, source, isOffered } = this.now;
    if (isStarting) return;
    this.examining?.abort();
    this.stop();
    this.tracer?.close();
    this.tracer = null;
    this.set({ isStarting: true, fault: null, examined: null, measured: null });
    // What was let run is one's own from now on.
    if (isOffered) this.set({ isOffered: false, id: unique() });
    this.keep();
    const { id } = this.now;
    try {
      const engine = await this.started();
      const { game } = await engine.load(source);
      await this.putOnBoard(engine, game, id);
      this.examine(engine, game.key);
    } catch (error) {
      this.blame(error);
    }
    this.set({ isStarting: false });
  }

  private async started() {
    if (this.engine) return this.engine;
    this.given ??= await fetchLab(this.assets);
    const engine = new LabEngine(this.assets, this.given);
    engine.onlost = () => this.lose(engine);
    await engine.start();
    this.engine = engine;
    return engine;
  }

  private async putOnBoard(engine: LabEngine, game: unknown, id: string) {
    const { games, meta: before } = this.page.state;
    const shipped = games.filter(({ own }) => !own);
    if (!fits<Meta>(game, META) || shipped.some(({ key }) => key === game.key)) throw new Error(t('lab.strange'));
    const meta = { ...game, book: false, written: false, own: true, tables: {}, helped: false };
    if (!before.own) this.home = before.key;
    this.rules.use({ engine, key: meta.key });
    const goesOn = this.goesOn(meta.key, id) && (await this.isReadable(engine, meta));
    // A move of the computer would keep the match of before once more.
    if (!goesOn) await this.controller.unlocked();
    if (this.engine !== engine) throw new EngineError({ code: 'engine-lost', message: '' });
    if (!goesOn) store.saveTable(meta.key, null); // a new one begins in its place
    this.hold(meta.key, id);
    this.page.set({ games: [...shipped, meta] });
    await this.openGame(meta.key);
  }

  /** Puts a game on the board, whose address it is from now on. */
  private openGame(key: string) {
    readdress(`#game=${key}`);
    return this.controller.open(key);
  }

  /** Whether the match that is kept under a key is one of this entry. */
  private goesOn(key: string, id: string) {
    const { games } = this.now;
    const holder = holderOf(games, key);
    // With no holder it is of a beginning, or of the entry that it has become since.
    return holder ? holder.id === id : games.find((game) => game.id === id)?.table === undefined;
  }

  /** Whether the match that is kept is one by the changed rules, too. */
  private async isReadable(engine: LabEngine, meta: Meta) {
    const saved = store.loadTable(meta);
    const read = saved && engine.request('load', { text: saved.record, format: 'json' });
    return Promise.resolve(read).then(Boolean, () => false);
  }

  /** Notes that the match under a key is of this entry, and of no other; of none where it is a beginning. */
  private hold(key: string, id: string) {
    const tableOf = (game: OwnGame) => (game.id === id ? key : game.table === key ? '' : game.table);
    this.put(this.now.games.map((game) => ({ ...game, table: tableOf(game) })));
  }

  /** Whether no program runs, nor is about to. */
  private get isIdle() {
    return !this.engine && !this.now.isStarting;
  }

  /** Of a program that has stopped: the game from before is back on the board, and the text still there. */
  private lose(engine: LabEngine) {
    if (this.engine !== engine) return;
    this.engine = null;
    this.stop();
    this.set({ examined: null, fault: { line: 0, text: t('lab.stopped') } });
    this.leave().then(() => this.isIdle && tell(this.controller, 'error', t('lab.stopped')));
    this.trace(engine);
  }

  /** Finds the line of a program that does not come to an end: another worker does the same once more, and watches itself. */
  private async trace({ source, left, lab }: LabEngine) {
    const tracer = new LabEngine(this.assets, lab);
    this.tracer = tracer;
    try {
      await tracer.start();
      await tracer.ask('retrace', { texts: left });
    } catch (error) {
      if (this.isIdle && this.now.source === source) this.blame(error);
    }
    tracer.close();
  }

  /** Gives the board back to the game that was there before. */
  private async leave() {
    this.rules.use(null);
    const { games, meta } = this.page.state;
    this.page.set({ games: games.filter(({ own }) => !own) });
    if (meta.own) await this.openGame(this.home);
  }

  private blame(error: unknown) {
    const { code = '', details = null } = error instanceof EngineError ? error : {};
    // Inside a call that is not Python's, such as `sum`, also the worker that looks for the line is lost.
    const key = this.tracer?.lost ? 'lab.stopped.inside' : 'lab.stopped';
    if (code === 'engine-lost') return this.fault({ line: 0, text: t(key) });
    const isOfText = code === 'bad-record' && details !== null;
    const text = isOfText ? translated({ text: details.message, said: details.said ?? null }) : explained(error);
    this.fault({ line: (isOfText && details.line) || 0, text });
  }

  /** Shows what is wrong, and says it once. */
  private fault(fault: Fault) {
    const { fault: before } = this.now;
    if (before && placed(before) === placed(fault)) return;
    this.set({ fault });
    say(placed(fault));
  }

  // -- what is found out about it ------------------------------------------------------------------------

  private examine(engine: LabEngine, game: string) {
    this.examining = new AbortController();
    const asked = { game, positions: POSITIONS, seed: SEED };
    return this.ask(engine, 'examine', asked, this.examining, (examined) => {
      const { broken, checked } = examined;
      this.set({ examined });
      if (broken) say(translated(broken));
      else if (broken === null) say(t('lab.well', { n: counted(checked) }));
    });
  }

  async measure() {
    const { engine } = this;
    const { key, own } = this.page.state.meta;
    if (!engine || !own) return;
    const measuring = new AbortController();
    const begun = performance.now();
    this.set({ measuring, measured: null });
    await this.ask(engine, 'measure', { game: key, games: GAMES, seed: SEED }, measuring, (found) => {
      const played = gamesOf(found.results);
      const minutes = ((performance.now() - begun) / MINUTE_MS / played) * (GAMES - played);
      this.set({ measured: { ...found, minutes } });
    });
    if (this.now.measuring === measuring) this.stop();
  }

  /** Ends the games of the computer with itself; what is found so far stays. */
  stop() {
    this.now.measuring?.abort();
    this.set({ measuring: null });
  }

  /** Has a program find something out, and tells what it has found so far, and in the end, until that is called off. */
  private async ask<Name extends 'examine' | 'measure'>(
    engine: LabEngine,
    op: Name,
    asked: LabRequests[Name][0],
    { signal }: AbortController,
    tell: (found: LabRequests[Name][1]) => void,
  ) {
    const onprogress: typeof tell = (found) => {
      if (!signal.aborted) tell(found);
    };
    try {
      onprogress(await engine.ask(op, asked, { signal, onprogress }));
    } catch (error) {
      if (!signal.aborted && this.engine === engine) this.blame(error);
    }
  }
}

export const labOf = once((controller: GameController) => new GameLab(controller));
