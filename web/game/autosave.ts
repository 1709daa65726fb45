/** Saves the match on the board, games that were replaced and games that ended; no lessons, no puzzles. */

import { t } from '../lib/i18n.ts';
import { unique } from '../lib/random.ts';
import { restored, saved } from '../state/clock.ts';
import type { Match } from '../state/game.d.ts';
import type { Aid, Saved, SentMove } from '../state/kept.ts';
import { ONLINE } from '../state/online.ts';
import { rights } from '../state/rights.ts';
import { homeOf } from '../state/session.ts';
import { other, type Page } from '../state/state.ts';
import { keep } from '../store/archive.ts';
import * as store from '../store/store.ts';
import { tell } from './messages.ts';

export class Autosave {
  page: Page;
  private key = '';
  warned = false; // whether the player has been warned that this browser stores nothing
  private rated = ''; // the id of the game on the board, if it counted for the rating when it was kept last

  constructor(page: Page) {
    this.page = page;
    // The page may be closed, or frozen and deleted, at any time after these.
    addEventListener('pagehide', () => this.keepClock());
    document.addEventListener('visibilitychange', () => this.keepClock());
  }

  private get state() {
    return this.page.state;
  }

  /** Whether something else than the game is on the board: that of another session, or a line that is tried out beyond it. */
  private get isAside() {
    const { saved } = rights(this.state);
    return !saved || saved === 'beside';
  }

  /** The id of the match on the board in the archive of finished games. One of a server is known by it. */
  get id() {
    return this.key;
  }

  set id(key: string) {
    this.key = key;
    this.state.isOnline = key.startsWith(ONLINE);
  }

  keep(match: Match) {
    if (this.isAside) return;
    const { bottom, players } = this.state;
    const { record } = match;
    const why = this.unrated(match);
    const lost = why && this.rated === this.id && this.unratedText;
    this.rated = why ? '' : this.id;
    if (lost) tell(this, 'plain', lost, { below: true });
    const shown = { ...seen(match), yours: !match.outcome && !players[match.side] };
    this.page.change((s) => {
      s.tables[match.game] = shown;
    });
    const kept = store.saveTable(match.game, {
      id: this.id,
      record,
      ...shown,
      bottom,
      players,
      ...this.clock(match),
    });
    store.saveReply(match, this.state.version);
    // Comments that are added after the end belong into the archived record, too.
    if (match.end && store.loadArchivedRecord(this.id) !== null) store.write(`past.${this.id}`, record);
    if (this.state.isUnkept === kept) this.page.set({ isUnkept: !kept });
    if (kept || this.warned || !match.ply || match.outcome || players[match.side]) return;
    this.warned = true;
    tell(this, 'plain', t('notice.unkept'));
  }

  /** Saves a move before the rules answer: if the page is closed first, the next visit plays it. Null: they refused it. */
  keepTurn(turn: SentMove | null) {
    if (rights(this.state).becomes === 'tried') return;
    const { match, early, meta } = this.state;
    if (early && match && !store.loadTable(meta)) this.keep(match);
    this.amend({ turn: turn ?? undefined, ...(match && this.clock(match)) });
  }

  private clock = (match: Match, isAside?: boolean) => match.clock && { clock: saved(this.state, isAside) };

  /** Saves what the turn has used of the clock, which stands while `isAside`, unless another tab has a later move. */
  keepClock(isAside: boolean = false) {
    const { meta, match, players } = this.state;
    const table = store.loadTable(meta);
    if (!table?.clock || (match ? match.record !== table.record : !isAside)) return;
    const clock = match ? saved(this.state, isAside) : { ...restored(table.clock, players), at: null };
    this.amend({ clock });
  }

  /** Saves the players and the board's orientation, which are not in the record. */
  keepSeats() {
    const { bottom, players } = this.state;
    this.amend({ bottom, players });
  }

  private amend(change: Partial<Saved>) {
    const { meta } = this.state;
    const saved = !this.isAside && store.loadTable(meta);
    if (saved) store.saveTable(meta.key, { ...saved, ...change });
  }

  /**
   * Notes help in the game that is being played: it will not be rated. Before its first move, whatever is tried out
   * there, only a hint is help. Returns what is to be said of that; empty if nothing is lost.
   */
  aid(aid: Aid) {
    const { match } = this.state;
    if (!match || !((homeOf(this.state) ?? match.ply) || aid === 'hint') || match.end || !rights(this.state).saved)
      return '';
    const lost = this.atStake(match);
    store.saveAid(this.id, aid);
    this.rated = '';
    return lost;
  }

  /** What is said if help ends the rating of a game against the computer; empty for one that is not rated, or over. */
  atStake = (match: Match) => (this.unrated(match) ? '' : this.unratedText);

  /** That a game against the computer that goes on is not rated any more; to whoever has a rating. */
  private get unratedText() {
    return rights(this.state).rated && store.isRated(this.state.meta.key) ? t('rating.lost') : '';
  }

  /** Why the game on the board is not rated, if it is not. */
  private unrated({ setup, history }: Match): Aid | undefined {
    if (this.state.meta.own) return 'position'; // nobody's rating is for a game that was written here
    const aid = store.loadAids()[this.id] as Aid | undefined;
    if (aid || setup === null) return aid ?? 'position';
    return history.some(({ main }) => !main) ? 'undo' : undefined;
  }

  /** Archives a match that has just ended. The end of a variation is not the end of the game. */
  finish() {
    const { match, players } = this.state;
    if (!match?.outcome || match.end?.node !== match.node || rights(this.state).saved !== 'game') return;
    const end = () =>
      this.page.change((s) => {
        if (s.match === match) s.finished = match;
      });
    // The library and the ratings are for the games that everybody has.
    if (this.state.meta.own) return end();
    const before = store.archivedGames().find((one) => one.id === this.id);
    // If an archived game was continued with other players, it is a new game, and the archived one stays as it was.
    if (before && (before.players.w !== players.w || before.players.b !== players.b)) this.id = unique();
    const { id } = this;
    const how = { winner: winner(match), reason: match.outcome.reason, plies: match.ply };
    const aid = this.unrated(match);
    keep({ id, game: match.game, when: Date.now(), players, ...how, ...(aid && { aid }) }, match.record);
    end();
  }

  /**
   * Adds the match on the board to the earlier games, if it has any moves. What was `tried` beyond a game that goes on is a
   * game of two persons, the last one of each. Returns whether it was added.
   */
  keepEarlier(tried: boolean = false): boolean {
    const { match, players, bottom } = this.state;
    if (!match?.history.length || !rights(this.state).saved || this.state.meta.own) return false;
    // The computer's first move alone is nobody's game.
    const [{ side }, ...others] = match.history;
    if (!tried && !others.length && players[side] > 0 && !players[other(side)]) return false;
    const { game: key, record, ply: plies, end } = match;
    const whose = tried ? { id: `tried.${this.id}`, players: { w: 0, b: 0 } } : { id: this.id, players };
    const left = { ...whose, key, record, plies, bottom, when: Date.now() };
    const how = { ...seen(match), ...(!tried && this.clock(match, true)), winner: end && winner(match) };
    if (tried)
      store
        .loadEarlierGames()
        .filter(({ id }) => id === left.id)
        .forEach(store.dropEarlierGame);
    store.saveEarlierGame({ ...left, ...how });
    return true;
  }
}

/** What the page shows of a match before the rules have loaded its record. */
const seen = ({ rows, last, outcome }: Match) => ({ rows, last: last?.path ?? [], over: outcome !== null });

const winner = ({ end }: Match) => end?.winner ?? ('draw' as const);
