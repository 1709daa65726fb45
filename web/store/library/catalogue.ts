/** All games of the library in memory, and what is searched in them. It follows the changes of this and other tabs. */

import { bytesOf } from '../../lib/base64.ts';
import type { ExploreReply, GameCounts, Path, QueryReply } from '../../protocol.d.ts';
import type { Hit, LibraryGame } from '../../state/library.ts';
import { games, watch } from './database.ts';
import { firstWith, fitting, hasKey, yearOf } from './fitting.ts';
import { wholeGames } from './shapes.ts';

const MAX_CHANGES = 2000; // more changes at once than this are read as a whole

/** What was played from a position. A game counts once, with its first visit. */
export type Played = Omit<GameCounts, 'ids'> & {
  games: number;
  path: Path;
  alike: Path[];
  plies: Map<number, number>; // at which ply each game reached the position, by its id
};

class Catalogue {
  games: Map<number, LibraryGame> = new Map(); // the games by id, in order
  loading: Promise<void> | null = null;
  watchers: Set<() => void> = new Set(); // called after a change
  stale: Set<number> = new Set(); // the ids that changed and were not read again
  settled = Promise.resolve(); // settles when all changes so far have been read
  unwatch: (() => void) | null = null;

  ready() {
    this.loading ??= this.load().catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  async load() {
    this.unwatch ??= watch(({ games }) => games && this.note(games));
    const all = wholeGames(await games.all());
    this.games = new Map(all.map((game) => [game.id, game]));
    for (const watcher of this.watchers) watcher();
  }

  /** Reads changed games again, soon. */
  note(ids: number[]) {
    if (!this.stale.size) this.settled = this.settled.then(() => this.refresh()).catch(() => {});
    for (const id of ids) this.stale.add(id);
  }

  async refresh() {
    const { stale } = this;
    this.stale = new Set();
    if (stale.size > MAX_CHANGES) return this.load();
    const changed = wholeGames(await games.many([...stale]));
    for (const id of stale) this.games.delete(id);
    for (const game of changed) this.games.set(game.id, game);
    for (const watcher of this.watchers) watcher();
  }

  search(query: QueryReply, metas: { key: string; squares: string[] }[]): Hit[] {
    const plyOf = fitting(query, metas);
    const hits: Hit[] = [];
    for (const game of this.games.values()) {
      const ply = plyOf(game);
      if (ply >= 0) hits.push({ game, ply });
    }
    return hits;
  }

  /** The names of all collections, in their order. */
  collections() {
    return [...new Set([...this.games.values()].flatMap(({ collections }) => collections))].sort();
  }
}

export const catalogue = new Catalogue();

const nothing = (path: Path): Played => {
  const results = { games: 0, white: 0, black: 0, draw: 0, unfinished: 0 };
  return { path, alike: [], ...results, first_year: null, last_year: null, plies: new Map() };
};

const SWAPPED = { white: 'black', black: 'white', draw: 'draw', unfinished: 'unfinished' } as const;

/** Counts the games that reached a position, by the move that was played there; the most played first. */
export function explored(views: ExploreReply['views'], chosen: Iterable<LibraryGame>) {
  const byKey: Map<string, Played> = new Map(); // the moves by the key after them
  for (const { key, path } of views[0]?.moves ?? []) {
    const known = byKey.get(key);
    if (known) known.alike = [...known.alike, path];
    else byKey.set(key, nothing(path));
  }
  const ended = nothing([]);
  const prepared = views.map(({ key, swaps, moves }) => ({
    key: bytesOf(key),
    swaps,
    // The moves of each view stand in one order.
    moves: moves.map((move, at) => ({ key: bytesOf(move.key), played: byKey.get(views[0].moves[at].key) })),
  }));
  let total = 0;
  for (const game of chosen) {
    let [ply, view] = [-1, prepared[0]];
    for (const candidate of prepared) {
      const first = firstWith(game.keys, candidate.key);
      if (first >= 0 && (ply < 0 || first < ply)) [ply, view] = [first, candidate];
    }
    if (ply < 0) continue;
    total++;
    const tally = view.moves.find(({ key }) => hasKey(game.keys, ply + 1, key))?.played ?? ended;
    count(tally, game, view.swaps, ply);
  }
  const moves = [...byKey.values()].filter((move) => move.games).sort((move, other) => other.games - move.games);
  return { moves, ended, games: total };
}

function count(tally: Played, { id, result, date }: LibraryGame, swaps: boolean, ply: number) {
  tally.games++;
  tally[swaps ? SWAPPED[result] : result]++;
  tally.plies.set(id, ply);
  const year = yearOf(date);
  if (year === null) return;
  tally.first_year = Math.min(year, tally.first_year ?? year);
  tally.last_year = Math.max(year, tally.last_year ?? year);
}
