/**
 * Saves the match on the board, the games that were replaced by another, and the games that have ended. Lessons,
 * puzzles and retrospects are not saved here.
 *
 * @import { Aid } from '../state/archive.js'
 * @import { Match } from '../types.d.ts'
 * @import { GameController } from './api.d.ts'
 */

import { t } from '../lib/i18n.js';
import { unique } from '../lib/uuid.js';
import { keep, past } from '../state/archive.js';
import { isStashed } from '../state/state.js';
import * as store from '../state/store.js';

export class Autosave {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    /** By which the match on the table is known among those that have ended. */
    this.id = '';
    /** Whether it has been said that nothing is kept here. */
    this.warned = false;
  }

  get state() {
    return this.controller.page.state;
  }

  /** Keeps the match on the table as it stands. @param {Match} match */
  keep(match) {
    if (isStashed(this.state)) return;
    const { bottom, players } = this.state;
    const { record } = match;
    const kept = store.saveTable(match.game, { id: this.id, record, ...seen(match), bottom, players });
    // What is written about a game after its end belongs to it among the past ones, too.
    if (match.end && store.loadRecord(this.id) !== null) store.savePast(this.id, record);
    if (kept || this.warned || !match.ply || match.outcome || players[match.side]) return;
    this.warned = true;
    this.controller.tell('plain', t('notice.unkept'));
  }

  /**
   * Keeps a turn that the rules have not answered yet: whoever leaves the page in between finds it played.
   *
   * @param {import('../state/store.js').Turn | null} turn null where they have refused it
   */
  keepTurn(turn) {
    this.amend({ turn: turn ?? undefined });
  }

  /** Keeps who plays and which way the board lies, which the record does not hold. */
  keepSeats() {
    const { bottom, players } = this.state;
    this.amend({ bottom, players });
  }

  /** @private @param {Partial<import('../state/store.js').Saved>} change to what is kept beside the record */
  amend(change) {
    const { meta } = this.state;
    const saved = !isStashed(this.state) && store.loadTable(meta);
    if (saved) store.saveTable(meta.key, { ...saved, ...change });
  }

  /** Notes help in the game on the board while it is being played: it will not be rated. @param {Aid} aid */
  aid(aid) {
    const { match } = this.state;
    if (match?.ply && !match.end && !isStashed(this.state)) store.saveAid(this.id, aid);
  }

  /** Why the game on the board is not rated, if it is not. @private @param {Match} match @returns {Aid | undefined} */
  unrated(match) {
    const aid = store.loadAids()[this.id];
    if (aid) return /** @type {Aid} */ (aid);
    if (match.setup === null) return 'position';
    return match.history.some(({ main }) => !main) ? 'undo' : undefined;
  }

  /** Keeps a match that has just ended among the past ones. */
  async finish() {
    const { match, players } = this.state;
    if (!match?.outcome || isStashed(this.state)) return;
    const before = past().find((one) => one.id === this.id);
    // Played on from a past game by others, it is another game: the one before stays among the past as it was.
    if (before && (before.players.w !== players.w || before.players.b !== players.b)) this.id = unique();
    const { id } = this;
    const how = { winner: winner(match), reason: match.outcome.reason, plies: match.ply };
    const aid = this.unrated(match);
    keep({ id, game: match.game, when: Date.now(), players, ...how, ...(aid && { aid }) }, match.record);
  }

  /**
   * Puts the game on the table among those that can be brought back, if anything was played in it.
   *
   * @returns {boolean} whether it was
   */
  shelve() {
    const { match, players, bottom } = this.state;
    if (!match?.history.length || isStashed(this.state)) return false;
    const how = { plies: match.ply, winner: match.outcome && winner(match) };
    store.shelve({
      key: match.game,
      record: match.record,
      ...seen(match),
      bottom,
      players,
      when: Date.now(),
      ...how,
    });
    return true;
  }

  /** The game that made way for this one, back on the table. */
  async bringBack() {
    const [left] = store.loadShelf();
    if (!left) return;
    const { record, players, bottom } = left;
    if (await this.controller.bring(record, { players, bottom })) store.unshelve(left);
  }
}

/** What can be seen of a match before the rules have read its record. @param {Match} match */
const seen = ({ rows, last, outcome }) => ({ rows, last: last?.path ?? [], over: outcome !== null });

/** @param {Match} match that has ended */
const winner = ({ outcome }) => outcome?.winner ?? /** @type {const} */ ('draw');
