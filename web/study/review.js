/**
 * The review of a game: the rules judge it move by move, and the result is stored, so that it is made once. It is
 * about the main line; when that changes, the review is dropped.
 *
 * @import { Match, Move, Node, Review, ReviewFindings } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 * @import { GameController } from '../game/api.d.ts'
 */

import { MARK_GLYPHS } from '../lib/glyphs.js';
import { t } from '../lib/i18n.js';
import { loadReports, saveReports } from '../state/store.js';
import { isSecondFirst, writtenNumber } from '../state/tree.js';

/** How many reports are kept. */
const MAX_KEPT_REVIEWS = 12;

/** The nodes of the main line, from the first turn on. @param {Match} match */
export function mainLine({ history }) {
  /** @type {Map<number, Node>} */
  const next = new Map();
  for (const node of history) if (node.chief) next.set(node.parent, node);
  const line = [];
  for (let node = next.get(0); node; node = next.get(node.node)) line.push(node);
  return line;
}

/** The main line in one word. @param {Match} match */
const lineOf = (match) =>
  mainLine(match)
    .map((node) => node.move.path.join('-'))
    .join(' ');

/** A line of moves as it is written. @param {Move[]} moves */
export const written = (moves) => moves.map((move) => (move.path.length ? move.text : t('moves.pass'))).join(' ');

/** The number of a move as it is written before it. @param {State} state @param {number} ply */
export const numberAt = ({ match, meta }, ply) =>
  writtenNumber(ply, match !== null && isSecondFirst(match, meta.first));

export class Reviewer {
  /** @param {GameController} controller */
  constructor(controller) {
    this.controller = controller;
    this.page = controller.page;
    /** The turn that is to be gone to once the walk under way has ended. @type {number | null} */
    this.wanted = null;
    this.walking = false;
    this.page.show((state) => this.see(state));
  }

  /** A report is of one main line. @param {State} state */
  see({ review, match, pending, mode }) {
    if (!review || !match || pending || mode.kind === 'retrospect') return;
    if (review.gameId !== this.controller.gameId || review.line !== lineOf(match)) this.drop();
  }

  /** Forgets the report that is shown, and leaves off making it. */
  drop() {
    if (this.page.state.review?.phase === 'making') this.stop();
    this.page.change((s) => {
      s.review = null;
    });
  }

  /** Begins the report on the game on the table, or takes up the one that was kept. */
  async begin() {
    const { controller, page } = this;
    while (controller.lock) await controller.lock;
    const { match, review, mode } = page.state;
    if (!match || mode.kind === 'retrospect' || (review && review.phase !== 'failed')) return;
    const line = lineOf(match);
    if (!line) return;
    const { gameId } = controller;
    const kept = loadReports().find((one) => one.id === controller.autosave.id && one.line === line);
    /** @type {Review} */
    const begun = {
      line,
      gameId,
      phase: kept ? 'here' : 'making',
      share: 0,
      chances: kept?.found.chances ?? [],
      found: kept?.found ?? null,
      at: null,
      written: false,
    };
    page.change((s) => {
      s.review = begun;
    });
    if (!kept) await this.make(begun, controller.autosave.id);
  }

  /** @private @param {Review} begun @param {string} id */
  async make(begun, id) {
    const { controller } = this;
    /** @param {Partial<Review>} news */
    const tell = (news) =>
      this.page.change((s) => {
        if (s.review && s.review.line === begun.line && s.review.gameId === begun.gameId)
          s.review = { ...s.review, ...news };
      });
    try {
      await controller.analyst?.quiet();
      const found = await controller.rules.request(
        'review',
        {},
        { onprogress: ({ share, chances }) => tell({ share, chances }) },
      );
      if (found.stopped) return;
      const { chances, turns, accuracy, marks, moments } = found;
      /** @type {ReviewFindings} */
      const whole = { chances, turns, accuracy, marks, moments };
      tell({ phase: 'here', share: 1, chances, found: whole });
      keep(id, begun.line, whole);
      controller.say(t('report.done'));
    } catch {
      tell({ phase: 'failed' });
    }
  }

  stop() {
    this.controller.rules.request('stop', { of: 'review' }).catch(() => null);
  }

  /** The turn that led to this ply. @param {number} ply */
  turn(ply) {
    return this.page.state.review?.found?.turns.find((one) => one.ply === ply) ?? null;
  }

  /**
   * To the position after so many turns of the game. Whoever asks for many in a row gets to the last.
   *
   * @param {number} ply
   */
  async go(ply) {
    this.page.change((s) => {
      if (s.review) s.review = { ...s.review, at: null };
    });
    await this.walk(ply);
  }

  /** To the position before a turn, with what would have been better there. @param {number} ply */
  async look(ply) {
    const { match } = this.page.state;
    const line = match ? mainLine(match) : [];
    const better = this.turn(ply)?.best?.moves[0]?.path ?? [];
    const at = { ply, node: line[ply - 2]?.node ?? 0, played: line[ply - 1]?.move.path ?? [], better };
    this.page.change((s) => {
      if (s.review) s.review = { ...s.review, at };
    });
    await this.walk(ply - 1);
  }

  /** @private @param {number} ply */
  async walk(ply) {
    const { controller, page } = this;
    this.wanted = ply;
    if (this.walking) return;
    this.walking = true;
    try {
      while (this.wanted !== null) {
        const wanted = this.wanted;
        this.wanted = null;
        const { match } = page.state;
        const node = match && wanted ? mainLine(match)[wanted - 1]?.node : 0;
        if (match && node !== undefined && (match.node !== node || match.outcome))
          await controller.navigation.to(node);
      }
    } finally {
      this.walking = false;
    }
  }

  /** Plays the line that would have been better than a turn, as a variation. @param {number} ply */
  async follow(ply) {
    const { controller, page } = this;
    const moves = this.turn(ply)?.best?.moves;
    if (!moves || page.state.pending) return;
    await this.look(ply);
    const looked = page.state.review?.at;
    await controller.navigation.follow(moves);
    // What has been looked at since stays.
    page.change((s) => {
      if (s.review && s.review.at === looked && looked?.node !== s.match?.node) s.review = { ...s.review, at: null };
    });
  }

  /** Writes the marks and the better lines into the record, beside what stands there already. */
  async write() {
    const { controller, page } = this;
    await controller.exclusive(async () => {
      const { gameId } = controller;
      const { match, review } = page.state;
      if (!match || !review?.found) return;
      const line = mainLine(match);
      /** @type {Match | null} */
      let told = null;
      for (const { ply, mark, best } of review.found.turns) {
        const node = line[ply - 1];
        if (!mark || !best || !node) continue;
        const { comment = '', glyphs = [] } = node;
        const remark = t('report.remark', { line: written(best.moves.slice(0, 6)) });
        const others = glyphs.filter((glyph) => !Object.values(MARK_GLYPHS).some((one) => one === glyph));
        const fields = {
          node: node.node,
          comment: comment.includes(remark) ? comment : [comment, remark].filter(Boolean).join(' '),
          glyphs: [MARK_GLYPHS[mark], ...others],
        };
        told = await controller.ask('annotate', fields, gameId).catch((error) => controller.fail(error));
        if (!told) return;
      }
      if (told) await controller.take(told);
      page.change((s) => {
        if (s.review) s.review = { ...s.review, written: true };
      });
    });
  }
}

/**
 * Keeps a report beside the last few others.
 *
 * @param {string} id by which the game is known among the past ones
 * @param {string} line
 * @param {ReviewFindings} found
 */
const keep = (id, line, found) =>
  saveReports([{ id, line, found }, ...loadReports().filter((one) => one.id !== id)].slice(0, MAX_KEPT_REVIEWS));
