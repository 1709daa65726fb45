/** Analysis: a search of the position on the board. It pauses while the computer thinks and while the page is hidden. */

import { after } from '../../board/geometry.ts';
import type { GameController } from '../../game/controller.ts';
import { Controlled } from '../../game/exchange.ts';
import { changeSettings } from '../../game/settings.ts';
import { pending, runAfter } from '../../lib/pending.ts';
import type { Leads, Move, Thought } from '../../protocol.d.ts';
import type { Match } from '../../state/game.d.ts';
import { isPlayedOut } from '../../state/result.ts';
import { rights } from '../../state/rights.ts';
import { linesOf, MAX_LISTED } from '../../state/settings.ts';
import { type Analysis, everything, type State, UNANALYSED } from '../../state/state.ts';

const MAX_SEARCH_SECONDS = 3600;
const UPDATE_INTERVAL_MS = 160; // the time between two updates of the lines
const START_DELAY_MS = 60; // before a new position is searched: quick navigation starts no search for each

/** A move of a line: its place, the line up to it, and all lines. */
type Step = { at: string; moves: Move[]; lines: Analysis['lines'] };

export class Analyst extends Controlled<GameController> {
  run: { match: Match; done: Promise<void> } | null = null;
  callOff: (() => void) | null = null; // the search that is due
  seen: { match: Match | null; gameId: number } = { match: null, gameId: 0 };

  constructor(controller: GameController) {
    super(controller);
    controller.searches.add(() => this.stop());
    this.page.effect(everything, (state) => this.see(state));
    document.addEventListener('visibilitychange', () => this.see(this.page.state));
  }

  async setLines(lines: number) {
    await this.stop();
    const { settings, meta, analysis } = this.page.state;
    if (analysis) this.page.set({ analysis: { ...UNANALYSED } });
    changeSettings(this, { lines: { ...settings.lines, [meta.key]: lines } });
  }

  wants(state: State) {
    const { analysis, boot, match, pending, thinking, players, paused, session, review } = state;
    if (!analysis || !match || isPlayedOut(match) || session.kind === 'editor' || boot.phase !== 'ready')
      return false;
    const { engine, moves } = rights(state);
    const isResting = engine && !pending && !thinking && review?.phase !== 'making' && !document.hidden;
    return isResting && (match.outcome || players[match.side] <= 0 || paused || moves === 'both');
  }

  see(state: State) {
    const wants = this.wants(state);
    const { gameId } = this.controller;
    const { match } = state;
    // What was found of another game is nothing for this one, whose positions may have the same numbers.
    if (match !== this.seen.match) {
      if (state.analysis && gameId !== this.seen.gameId) this.page.set({ analysis: UNANALYSED });
      this.seen = { match, gameId };
    }
    const { analysis } = state;
    const isDone = analysis?.exact && analysis.node === match?.node;
    if (this.run) {
      if (!wants || this.run.match !== match) this.stop();
    } else if (wants && !isDone) {
      this.callOff ??= runAfter(START_DELAY_MS, () => this.start());
    }
  }

  private start() {
    this.callOff = null;
    const { match } = this.page.state;
    if (match && !this.run && this.wants(this.page.state)) this.run = { match, done: this.search(match) };
  }

  /** Searches a position, and tells what is found, until the search ends or is stopped. */
  private async search(match: Match) {
    // With a single line the search of a forced move would stop at once. The opening book shows the best moves.
    const fewest = this.page.state.panel === 'openings' ? MAX_LISTED : match.moves.length === 1 ? 2 : 1;
    const lines = Math.max(linesOf(this.page.state), fewest);
    const sign = match.side === 'w' ? 1 : -1;
    let news: (Thought & { leads?: Leads | null }) | null = null;
    let callOff: (() => void) | null = null;
    const tell = (exact = false) => {
      callOff?.();
      callOff = null;
      if (!news || this.page.state.match !== match || !this.page.state.analysis) return;
      const { depth, exact: every, leads } = news;
      const found = news.lines.map(({ score, moves = [] }) => ({ score: sign * score, moves }));
      const known = { exact, every, scores: leads?.scores ?? null };
      this.page.set({ analysis: { node: match.node, lines: found, depth, ...known } });
    };
    const onprogress = (event: Thought) => {
      news = event;
      callOff ??= runAfter(UPDATE_INTERVAL_MS, tell);
    };
    const fields = { time: MAX_SEARCH_SECONDS, lines, written: true };
    const { rules } = this.controller;
    const { game, rows, side, options, outcome } = match;
    // Where the game was given up, the match is over for `think`.
    const asked = outcome
      ? rules.request(
          'bestmove',
          { game, rows, side, options, progress: true, ...fields },
          { onprogress, endless: true },
        )
      : rules.request('think', fields, { shared: this.page.state.meta.helped, onprogress, endless: true });
    const reply = await asked.catch(() => null);
    this.run = null;
    if (!reply) return;
    if (reply.depth) news = reply;
    tell(reply.exact || !reply.stopped);
    // If the position has changed during the search, no other change may follow to start the next one.
    if (this.page.state.match !== match) this.see(this.page.state);
  }

  async stop() {
    const { run } = this;
    if (!run) return;
    this.controller.rules.request('stop', {}).catch(() => null);
    await pending('rules', run.done);
  }

  /** Shows the board as it would be after some of the moves of a line, or as it is. */
  preview(step: Step | null) {
    const { rows, preview, match, meta } = this.page.state;
    if (step?.at === preview?.at) return;
    const last = step?.moves.at(-1);
    const board = step && after(rows, step.moves, match?.side ?? meta.first);
    const shown = step && last && board && { at: step.at, lines: step.lines, rows: board, last };
    this.page.set({ preview: shown ?? null });
  }

  async follow(moves: Move[]) {
    const { controller, page } = this;
    this.preview(null);
    if (!page.state.pending) await controller.navigation.follow(moves);
  }
}
