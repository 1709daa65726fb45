/**
 * Reviews the player's own games and makes puzzles of the mistakes: in the library's worker, so that the board is not
 * disturbed. It can be paused, goes on after a reload, and waits while a game is being played.
 */

import type { GameController } from '../../game/controller.ts';
import { Controlled } from '../../game/exchange.ts';
import { fetchKnown } from '../../game/following.ts';
import { EngineError } from '../../lib/engine-error.ts';
import { initial, nullable } from '../../lib/first.ts';
import { isMistake } from '../../lib/glyphs.ts';
import { t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import { runAfter } from '../../lib/pending.ts';
import { plainText } from '../../lib/plain-text.ts';
import { fields } from '../../lib/shape.ts';
import type { Side } from '../../protocol.d.ts';
import type { MistakeCard } from '../../state/kept.ts';
import type { LibraryGame } from '../../state/library.ts';
import { ownSide } from '../../state/result.ts';
import { rights } from '../../state/rights.ts';
import { everything, SIDES, Slice, type State } from '../../state/state.ts';
import { addCards, allCards, cardOf } from '../../store/deck.ts';
import { games, records, watch } from '../../store/library/database.ts';
import { wholeGames } from '../../store/library/shapes.ts';
import { exclusive } from '../../store/library/worker.ts';
import { archivedGames, read, write } from '../../store/store.ts';
import { listing } from './listing.ts';

/** The player's own mistakes as puzzles, and the reviews that find them. */
export const mistakes = new Slice({
  cards: nullable<MistakeCard[]>(), // null until they have been read
  isOn: false, // whether games are reviewed
  names: initial<string[]>([]), // under which the player plays elsewhere
  todo: 0, // how many own games have no review yet
  done: 0, // how many have one
  share: nullable<number>(), // of the running review, from 0 to 1; null while none runs
  error: initial<unknown>(null),
});

/** The player's sides in a game; `names` are those under which the player plays elsewhere. */
function sidesOf({ archive, white, black }: LibraryGame, names: string[]): Side[] {
  const summary = archive && archivedGames().find(({ id }) => id === archive);
  if (summary) return SIDES.filter((side) => side === ownSide(summary));
  const own = names.map(plainText).filter(Boolean);
  const isOwn = (name: string) =>
    (archive && name === t('record.you')) || own.some((known) => plainText(name).includes(known));
  return SIDES.filter((side) => isOwn(side === 'w' ? white : black));
}

/** The own games that have no review yet, the latest first, and how many have one. */
async function unreviewed(names: string[]) {
  const all = wholeGames(await (names.some((name) => plainText(name)) ? games.all() : games.played()));
  const known = new Set((await records('reviews').all()).map(({ id }) => id));
  const own = all.map((game) => ({ game, sides: sidesOf(game, names) })).filter(({ sides }) => sides.length);
  const todo = own.filter(({ game }) => !known.has(game.id)).sort((a, b) => b.game.added - a.game.added);
  return { todo, done: own.length - todo.length };
}

const LOOK_MS = 1500; // after games have come into the library, they are looked through this much later

/** Null for a record that the rules refuse; a request that they did not get fails. */
function unreadable(error: unknown) {
  if (error instanceof EngineError && error.code !== 'engine-lost') return null;
  throw error;
}

class MistakeReviews extends Controlled<GameController> {
  todo: { game: LibraryGame; sides: Side[] }[] = [];
  stop: () => void = () => {};
  isWorking = false;
  callOff = () => {};
  isRead = false; // whether the cards in the state are those of the deck, which another tab may change, too

  constructor(controller: GameController) {
    super(controller);
    const { isOn, names } = fields(read('reviewing'));
    this.tell({ isOn: isOn === true, names: Array.isArray(names) ? names.map(String) : [] });
    watch((change) => {
      if (!change || change.games) {
        this.callOff();
        this.callOff = runAfter(LOOK_MS, () => this.look());
      }
      if (change && change.store !== 'deck') return;
      this.isRead = false;
      this.see(this.page.state);
    });
    this.page.effect(everything, (state) => this.see(state));
    this.look();
  }

  private get now() {
    return mistakes.of(this.page.state);
  }

  private tell(values: Partial<ReturnType<typeof mistakes.of>>) {
    mistakes.amend(this.page, values);
  }

  async look() {
    try {
      const { todo, done } = await unreviewed(this.now.names);
      this.todo = todo;
      this.tell({ todo: todo.length, done, error: null });
    } catch (error) {
      this.tell({ error });
    }
  }

  private async read() {
    this.isRead = true;
    const failed = (error: unknown) => ({ cards: this.now.cards ?? [], error });
    this.tell(await allCards().then((cards) => ({ cards }), failed));
  }

  turn(isOn: boolean) {
    write('reviewing', { isOn, names: this.now.names });
    if (!isOn) this.stop();
    this.tell({ isOn, error: null });
  }

  async name(names: string[]) {
    write('reviewing', { isOn: this.now.isOn, names });
    this.tell({ names });
    await this.look();
  }

  see(state: State) {
    if (state.panel === 'puzzles' && listing.of(state).view === 'mistakes' && !this.isRead) this.read();
    const { isOn, error } = mistakes.of(state);
    const mayRun = isOn && !error && state.boot.phase === 'ready' && rights(state).spare !== null;
    if (!mayRun) this.stop();
    else if (!this.isWorking && this.todo.length) this.work();
  }

  private async work() {
    this.isWorking = true;
    try {
      while (this.now.isOn && this.todo.length && rights(this.page.state).spare) {
        const [{ game, sides }] = this.todo;
        const isDone = await this.review(game, sides);
        if (!isDone) break;
        this.todo = this.todo.filter((review) => review.game.id !== game.id);
        this.tell({ todo: this.todo.length, done: this.now.done + 1 });
      }
    } catch (error) {
      this.tell({ error });
    }
    this.isWorking = false;
    this.tell({ share: null });
  }

  /** Reviews a game, and puts the mistakes of the player's sides into the deck. Resolves to false if it was stopped. */
  private async review({ id, game, white, black, date }: LibraryGame, sides: Side[]) {
    const [source] = await games.texts(id);
    const reviewed = await exclusive(this.controller.rules, async (engine) => {
      const match = source && (await engine.request('load', { game, ...source }).catch(unreadable));
      if (!match) return null;
      const meta = this.page.state.games.find(({ key }) => key === game);
      if (meta) await fetchKnown(engine, meta, match);
      if (!this.now.isOn || !rights(this.page.state).spare) return { match, found: null };
      this.stop = () => void engine.request('stop', { of: 'review' }).catch(() => null);
      const onprogress = ({ share }: { share: number }) => this.tell({ share });
      return { match, found: await engine.request('review', {}, { onprogress }) };
    });
    this.stop = () => {};
    if (reviewed && (!reviewed.found || reviewed.found.stopped)) return false;
    const from = {
      key: game,
      options: reviewed?.match.options ?? {},
      game: id,
      players: `${white} – ${black}`,
      date,
    };
    const missed = (reviewed?.found?.turns ?? []).filter(({ side, mark }) => sides.includes(side) && isMistake(mark));
    await addCards(missed.flatMap((turn) => cardOf(turn, from, Date.now()) ?? []));
    // What cannot be read is not tried again.
    const accuracy = reviewed?.found?.accuracy ?? null;
    const done = { id, game: id, accuracy, when: Date.now(), isRead: reviewed !== null };
    await records('reviews').change(id, () => done);
    return true;
  }
}

export const reviewsOf = once((controller: GameController) => new MistakeReviews(controller));
