/** The review of a game's main line: it is made and stored once, and dropped when the line changes. */

import type { GameController } from '../../game/controller.ts';
import { Controlled } from '../../game/exchange.ts';
import { fetchKnown } from '../../game/following.ts';
import { attempt } from '../../lib/attempt.ts';
import { say } from '../../lib/dom.ts';
import { MARK_GLYPHS } from '../../lib/glyphs.ts';
import { t, translated } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import { runAfter } from '../../lib/pending.ts';
import { isObject, listOf } from '../../lib/shape.ts';
import type { Node, ReviewedMove } from '../../protocol.d.ts';
import { written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import { isReviewed } from '../../state/result.ts';
import { isGameOnBoard, isReopened, rights } from '../../state/rights.ts';
import { words } from '../../state/score.ts';
import { cover, homeOf, isUncovered, type Review, type ReviewFindings, uncover } from '../../state/session.ts';
import { everything, SIDES, type State } from '../../state/state.ts';
import { isAtEnd, isSecondFirst, mainLine, writtenNumber } from '../../state/tree.ts';
import { departures } from '../../store/repertoire.ts';
import { added, read, write } from '../../store/store.ts';

const MAX_KEPT_REVIEWS = 12;
const SHEET_DELAY_MS = 900; // before a game is reviewed for its sheet: a new game is answered sooner so

const lineOf = (match: Match) =>
  mainLine(match)
    .map((node) => node.move.path.join('-'))
    .join(' ');

export const numberAt = ({ match, meta }: State, ply: number) =>
  writtenNumber(ply, match !== null && isSecondFirst(match, meta.first));

const UNSHOWN = { share: 0, at: null, written: false, left: [] }; // a review of which nothing has been shown

export class Reviewer extends Controlled<GameController> {
  wanted: number | null = null; // the ply to go to when the current navigation has ended
  asked: number | null = null; // the ply of the move that will be shown then
  told = ''; // what is then said besides the move
  isNavigating = false;
  isRewinding = false; // whether it goes to the start of the game because it was opened
  silent = false; // whether the player has not asked for the review that is being made; then its end is not announced
  isOpen = false;
  recalled: Match | null = null; // the match whose stored review was looked for last
  compared: ReviewFindings | null = null; // the review that was compared with the player's lines since then

  constructor(controller: GameController) {
    super(controller);
    this.page.effect(everything, (state) => this.see(state));
  }

  /** Its panel is shown, until what this returns is called: then moves are variations, and the game is reviewed. */
  open() {
    this.isOpen = true;
    this.compared = null;
    this.see(this.page.state);
    const { navigation } = this.controller;
    const { match, session } = this.page.state;
    const isFromEnd =
      session.kind === 'review' && match !== null && (homeOf(this.page.state) !== null || isAtEnd(match));
    if (isFromEnd) this.rewind();
    return () => {
      this.isOpen = false;
      this.page.change((s) => uncover(s, 'review'));
      // A game that goes on is not left at another move, nor any at its start.
      const { match: now } = this.page.state;
      if (this.isRewinding && now && isGameOnBoard(this.page.state)) {
        this.go(mainLine(now).length);
      } else if (
        now?.node &&
        isGameOnBoard(this.page.state) &&
        !mainLine(now).some(({ node }) => node === now.node)
      ) {
        this.go(mainLine(now).length); // no line that was looked at stays on the board
      } else if (isFromEnd && now && !isAtEnd(now) && isGameOnBoard(this.page.state) && !(now.end && now.node))
        navigation.returnToGame();
    };
  }

  /** The review begins with its summary, at the start of the game. */
  private async rewind() {
    this.isRewinding = true;
    await this.controller.leaveExploration();
    if (this.isOpen) await this.go(0);
    this.isRewinding = false;
  }

  /** Drops the review when the main line has changed, or the game goes on after its end. */
  see(state: State) {
    const { review, match, pending } = state;
    const isShown = this.isOpen && rights(state).engine !== null;
    if (isShown && isUncovered(state)) this.page.change((s) => cover(s, { kind: 'review' }));
    if (!match || pending) return;
    const { rules, gameId } = this.controller;
    if (review && (review.gameId !== gameId || review.line !== lineOf(match) || isReopened(state))) {
      if (review.phase === 'making') rules.request('stop', { of: 'review' }).catch(() => null);
      this.page.set({ review: null });
    } else if (isShown && state.session.kind === 'review') {
      this.silent = false;
      if (!review && match.history.length) this.begin();
      if (review?.found && review.found !== this.compared) this.compare(match, review);
    } else if (!review && match.end && match !== this.recalled && !isReopened(state)) this.recall(match);
  }

  /** Shows the stored review of the match on the board. Returns whether there is one. */
  private recall(match: Match) {
    this.recalled = match;
    const { gameId, autosave } = this.controller;
    const line = lineOf(match);
    const found = loadReviews().find((report) => report.id === autosave.id && report.line === line)?.found;
    if (found) this.page.set({ review: { ...UNSHOWN, line, gameId, phase: 'here', chances: found.chances, found } });
    return found !== undefined;
  }

  private async compare(match: Match, review: Review) {
    this.compared = review.found;
    const sides = SIDES.filter((side) => !this.page.state.players[side]);
    // Without a database there are no lines.
    const left = await departures(this.controller.rules, match, sides).catch(() => []);
    this.tell(review, { left });
  }

  /** Reviews the game on the board in silence, soon, until what this returns is called: for its result sheet. */
  beginSoon() {
    const begin = () => this.begin({ silent: true });
    return this.page.effect('match', () =>
      isReviewed(this.page.state) && !this.page.state.review ? runAfter(SHEET_DELAY_MS, begin) : undefined,
    );
  }

  /** Shows the stored review of the match on the board, or makes one. */
  async begin({ silent = false }: { silent?: boolean } = {}) {
    const { controller, page } = this;
    this.silent = silent && (this.silent || page.state.review === null);
    await controller.unlocked();
    const { match, review } = page.state;
    if (!match || (review && review.phase !== 'failed')) return;
    const line = lineOf(match);
    if (!line || this.recall(match)) return;
    const begun: Review = { ...UNSHOWN, line, gameId: controller.gameId, phase: 'making', chances: [], found: null };
    page.set({ review: begun });
    await this.make(begun, controller.autosave.id);
  }

  /** Adds to a review, unless it has been dropped. */
  private tell(begun: Review, news: Partial<Review>) {
    if (this.isNow(begun)) this.amend(news);
  }

  private isNow({ line, gameId }: Review) {
    const { review } = this.page.state;
    return review?.line === line && review.gameId === gameId;
  }

  private amend(news: Partial<Review>) {
    if (this.page.state.review) this.page.amend('review', news);
  }

  private async make(begun: Review, id: string) {
    const { controller } = this;
    const tell = (news: Partial<Review>) => this.tell(begun, news);
    try {
      const { match, meta } = this.page.state;
      if (match) await fetchKnown(controller.rules, meta, match);
      if (!this.isNow(begun)) return;
      const onprogress = ({ share, chances }: Pick<Review, 'share' | 'chances'>) => tell({ share, chances });
      const { stopped, ...found } = await controller.rules.request('review', {}, { onprogress });
      if (stopped) return;
      tell({ phase: 'here', share: 1, chances: found.chances, found });
      keep(id, begun.line, found);
      if (!this.silent) say(t('review.done'));
    } catch {
      tell({ phase: 'failed' });
    }
  }

  turn(ply: number) {
    return this.page.state.review?.found?.turns.find((turn) => turn.ply === ply) ?? null;
  }

  /** Goes to the position after a ply. Of several calls in a row, the last counts. */
  go(ply: number) {
    this.asked = null;
    this.amend({ at: null });
    return this.goTo(ply);
  }

  /** Goes to the position before a move, shows the better move there, and says what was `told` of it. */
  look(ply: number, told: string = '') {
    const { match } = this.page.state;
    const line = match ? mainLine(match) : [];
    const better = this.turn(ply)?.best?.moves[0]?.path ?? [];
    const at = { ply, node: line[ply - 2]?.node ?? 0, played: line[ply - 1]?.move.path ?? [], better };
    this.asked = ply;
    this.amend({ at });
    return this.goTo(ply - 1, told);
  }

  private async goTo(ply: number, told: string = '') {
    Object.assign(this, { wanted: ply, told });
    if (this.isNavigating) return;
    this.isNavigating = true;
    try {
      while (this.wanted !== null) {
        const wanted = this.wanted;
        this.wanted = null;
        const { match } = this.page.state;
        const node = match && wanted ? mainLine(match)[wanted - 1]?.node : 0;
        // On the way to the end of the game: steps go on in it, and not in a variation that was looked at.
        const through = match ? mainLine(match).at(-1)?.node : 0;
        if (match && node !== undefined && (match.node !== node || match.outcome))
          await this.controller.navigation.go('goto', { node, through });
      }
    } finally {
      this.isNavigating = false;
      this.asked = null;
    }
    if (this.told) say(this.told);
  }

  /** Plays a better line up to its `n`th move, or goes back to that: the board is after those of the `way`. */
  async follow({ ply, side, best, told }: ReviewedMove, n: number, way: Node[] = []) {
    if (!best || this.page.state.pending) return;
    const { navigation } = this.controller;
    if (n <= way.length) return navigation.to(way[n - 1].node);
    if (!way.length) await this.look(ply);
    const line = best.moves.slice(0, told);
    const isPlayed = await navigation.follow(line.slice(way.length, n));
    if (!isPlayed || n < line.length) return;
    const score = side === 'w' ? best.score : -best.score;
    const { points, scale } = this.page.state.meta;
    say(t('review.line-end', { value: words(score, { points, exact: points, scale }) }));
  }

  /** Writes the marks and the better lines into the record, beside its own comments and glyphs. */
  async write() {
    const { controller } = this;
    await controller.exclusive(async () => {
      const { gameId } = controller;
      const { match, review } = this.page.state;
      if (!match || !review?.found) return;
      const line = mainLine(match);
      let annotated: Match | null = null;
      for (const { ply, mark, best, told, reason } of review.found.turns) {
        const node = line[ply - 1];
        if (!mark || !best || !node) continue;
        const { comment = '', glyphs = [] } = node;
        const better = t('review.remark', { line: written(best.moves.slice(0, told)) });
        const remark = [reason && translated(reason), better].filter(Boolean).join(' ');
        const others = glyphs.filter((glyph) => !Object.values(MARK_GLYPHS).some((mark) => mark === glyph));
        const fields = {
          node: node.node,
          comment: comment.includes(remark) ? comment : [comment, remark].filter(Boolean).join(' '),
          glyphs: [MARK_GLYPHS[mark], ...others],
        };
        annotated = await attempt(controller, () => controller.ask('annotate', fields, gameId));
        if (!annotated) return;
      }
      if (annotated) await controller.showMatch(annotated);
      this.amend({ written: true });
    });
  }
}

const loadReviews = () =>
  listOf<{ id: string; line: string; found: ReviewFindings }>(read('reports'), {
    found: { turns: Array.isArray, stakes: isObject },
  });

function keep(id: string, line: string, found: ReviewFindings) {
  const others = loadReviews().filter((report) => report.id !== id);
  write('reports', added({ id, line, found }, others, MAX_KEPT_REVIEWS));
}

export const reviewerOf = once((controller: GameController) => new Reviewer(controller));
