/**
 * A puzzle on the board: sets it up, and asks the rules whether each move is the right one. The player's game is
 * stashed meanwhile.
 */

import { wholeMove } from '../../board/animation.ts';
import type { GameController } from '../../game/api.d.ts';
import { explain } from '../../game/explain.ts';
import { Stash } from '../../game/stash.ts';
import { attempt } from '../../lib/attempt.ts';
import { t } from '../../lib/i18n.ts';
import type { Move, PuzzlesReply } from '../../protocol.d.ts';
import { asks, ended } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { Lined, MistakeCard } from '../../state/kept.ts';
import { type Attempt, isAsked, type Puzzle, puzzleOf, type RunStanding } from '../../state/mode.ts';
import { glides, type Page, pace, type State } from '../../state/state.ts';
import { notePuzzle } from '../../store/days.ts';
import { deck, judgeCard } from '../../store/deck.ts';
import { ratePuzzle } from '../../store/ratings.ts';
import { answer, remember, takeUnrated } from '../../store/schedule.ts';
import { continuation, refutation, refutes } from './why.ts';

/** A wrong move and the move that refutes it stay on the board for this time. */
const WRONG_MOVE_MS = 800;
const REFUTATION_MS = 1600;

/** The other side answers after this time. */
const REPLY_MS = 450;

/** What a puzzle of the player's own has of what is known of those of a set. */
const OWN = { by: 0, grade: 0, level: 0, themes: [] as string[], turns: 1, asked: 1, day: null, run: null };

/** A run, for the puzzle on the board: `run-session.ts`. */
interface Run {
  readonly standing: RunStanding;
  solve(): void;
  /** `tried` is the wrong move. */
  miss(tried: string): void;
  leave(): void;
}

/** The training of a repertoire, for the line on the board: `line-training.ts`. */
interface LineTrainer {
  /** Puts the next line on the board. Resolves to false if there is none; `early` takes one that is not due. */
  start(early: boolean): Promise<boolean>;
  /** The position that is asked; null at the end of the line. */
  readonly asked: Lined | null;
  judge(match: Match, move: Move): Promise<{ right: boolean; done: boolean; answer: Move | null }>;
  /** Keeps the first answer to the position that is asked. */
  settle(clean: boolean): void;
}

export const trainerOf = (controller: GameController) => {
  controller.trainer ??= new Trainer(controller);
  return controller.trainer as Trainer;
};

/** Counts the first tries of earlier visits for the puzzle rating. */
function rateEarlier(game: string, { puzzles }: PuzzlesReply) {
  for (const { id, isSolved, when } of takeUnrated(game)) {
    const level = puzzles.find(({ puzzle }) => puzzle === id)?.level;
    if (level) ratePuzzle(level, isSolved, when);
  }
}

export class Trainer {
  controller: GameController;
  page: Page;
  stash: Stash;
  lists: Map<string, Promise<PuzzlesReply | null>> = new Map();
  /** The number of calls of `begin` and `end`: only the latest goes on. */
  begun = 0;
  judged: Match | null = null;
  /** The run that the puzzle on the board belongs to. */
  run: Run | null = null;
  /** The training that the line on the board belongs to. */
  training: LineTrainer | null = null;
  leave: () => void = () => {};

  constructor(controller: GameController) {
    this.controller = controller;
    this.page = controller.page;
    this.stash = new Stash(controller);
    this.page.show((state) => this.watch(state));
  }

  /** The puzzles of a game, the easier ones first. Resolves to null if they could not be fetched. */
  list(game: string) {
    const asked = this.lists.get(game) ?? this.fetch(game);
    this.lists.set(game, asked);
    return asked;
  }

  private async fetch(game: string) {
    const { rules } = this.controller;
    const put = (list: PuzzlesReply | null | undefined) =>
      this.page.amend('puzzles', { lists: { ...this.page.state.puzzles.lists, [game]: list } });
    put(undefined);
    const supplied = rules.supply(`${game}-puzzles`).then(() => rules.request('puzzles', { game }));
    const list = await supplied.catch(() => null);
    if (list) rateEarlier(game, list);
    else this.lists.delete(game);
    put(list);
    return list;
  }

  /** The puzzle of a day, without putting it on the board. */
  async ofDay(game: string, day: number) {
    if (!(await this.list(game))) throw new Error('the puzzles could not be loaded');
    return this.controller.rules.request('puzzle', { game, day });
  }

  /** Puts a puzzle on the board. Another run than its own ends. */
  async begin(game: string, which: { puzzle: string } | { day: number }, run: Run | null = null) {
    const { controller } = this;
    if (run !== this.run) this.run?.leave();
    const begun = ++this.begun;
    const told = await controller.rules
      .request('puzzle', { game, ...which })
      .catch((error) => controller.fail(error));
    if (!told || begun !== this.begun) return;
    const day = 'day' in which ? which.day : null;
    await this.lay(begun, { ...told, game, day, run: run?.standing ?? null, card: null });
  }

  async beginCard(card: MistakeCard) {
    this.run?.leave();
    const begun = ++this.begun;
    const { id, rows, side, key: game, line } = card;
    await this.lay(begun, { ...OWN, goal: 'better', puzzle: id, rows, side, line, game, card });
  }

  async beginLine(one: Lined, training: LineTrainer) {
    this.run?.leave();
    const begun = ++this.begun;
    const { id, rows, side, kind: game, moves, options } = one;
    const line = moves.slice(0, 1);
    const told = { ...OWN, goal: 'line' as const, puzzle: id, rows, side, line, game, card: null };
    await this.lay(begun, told, options, training);
  }

  /** `begun` is the number of the call of `begin`; `options` are the rules, where they are not the usual ones. */
  private async lay(
    begun: number,
    told: Omit<Puzzle, Exclude<keyof Attempt, 'game' | 'day' | 'run' | 'card'>>,
    options: Readonly<Record<string, boolean>> | undefined = told.card?.options,
    training: LineTrainer | null = null,
  ) {
    const { controller, page } = this;
    this.training = training;
    if (!puzzleOf(page.state)) {
      await this.stash.rest();
      if (begun !== this.begun) return;
      this.stash.clear();
    }
    const { puzzle: id, game, rows, side } = told;
    const untried = {
      state: 'open' as const,
      hints: 0,
      helped: false,
      faults: 0,
      tried: '',
      refuted: '',
      reason: '',
      after: null,
    };
    const puzzle: Puzzle = { ...told, id, ...untried };
    page.set({ mode: { kind: 'puzzle', puzzle } });
    page.amend('puzzles', { told: '' });
    const asked = { game, rows, side, ...(options && { options }) };
    const error = await controller.put('new', asked, { players: { w: 0, b: 0 }, bottom: side });
    if (puzzleOf(page.state) !== puzzle) return;
    if (error) await this.end();
    else controller.say(asks(puzzle));
  }

  end() {
    this.run?.leave();
    return this.stash.leave(async () => {
      this.begun++;
      if (puzzleOf(this.page.state)) await this.stash.back('puzzle');
    });
  }

  // -- moves -------------------------------------------------------------------------------------------------

  watch(state: State) {
    const { match, pending } = state;
    const puzzle = puzzleOf(state);
    if (!puzzle || !isAsked(puzzle) || pending || !match?.ply || match === this.judged) return;
    if (match.side === puzzle.side && !match.outcome) return;
    this.judged = match;
    this.controller.exclusive(() => this.judge(match, puzzle));
  }

  /** @param match after a move of the player */
  private async judge(match: Match, puzzle: Puzzle) {
    const { controller, page } = this;
    const line = match.history.filter((node) => node.main && node.ply <= match.ply);
    const turns = line.map(({ move }) => move.path.join('-'));
    const fields = { game: puzzle.game, puzzle: puzzle.id, turns };
    const last = line[line.length - 1].move;
    const asked = this.training
      ? this.training.judge(match, last)
      : puzzle.card
        ? judgeCard(controller.rules, puzzle.card, last)
        : controller.rules.request('judge', fields);
    const found = await asked.catch((error) => controller.fail(error));
    if (!found || puzzleOf(page.state) !== puzzle) return;
    const { run } = this;
    if (!found.right && run) run.miss(match.last?.text ?? '');
    else if (!found.right) await this.refuse(puzzle, match.last?.text ?? '');
    else if (found.done && run) run.solve();
    else if (found.done) this.solve(puzzle);
    else if (found.answer) {
      this.extend(puzzle, line, found.answer);
      await this.reply(found.answer);
    }
  }

  /** Leaves a wrong move on the board for a moment, answers it with the move that refutes it, and takes both back. */
  private async refuse(puzzle: Puzzle, tried: string) {
    const wrong = this.page.state.match?.node ?? 0;
    this.miss(puzzle);
    this.noteDay({ faults: puzzle.faults + 1 });
    let now = this.amend({ state: 'missed', faults: puzzle.faults + 1, tried, refuted: '' });
    this.controller.say(t('puzzle.missed', { move: tried }));
    const [reply] = await Promise.all([this.training ? null : refutation(this.controller), wait(WRONG_MOVE_MS)]);
    if (puzzleOf(this.page.state) !== now) return;
    if (reply) {
      const refuted = refutes(puzzle, tried, reply);
      now = this.amend({ refuted });
      this.controller.say(`${refuted} ${t('puzzle.again')}`);
      await this.play(reply);
      await wait(REFUTATION_MS);
      if (puzzleOf(this.page.state) !== now) return;
    }
    await this.takeBack(wrong);
  }

  /** Takes a move back with all that follows. It leaves the record too, so that the move list has no wrong tries. */
  private async takeBack(node: number) {
    const puzzle = puzzleOf(this.page.state);
    const match = await this.controller
      .ask('prune', { node }, this.controller.gameId)
      .catch((error) => this.controller.fail(error));
    if (match && puzzleOf(this.page.state) === puzzle) await this.controller.take(match);
  }

  private noteDay(change: Parameters<typeof notePuzzle>[2]) {
    const puzzle = puzzleOf(this.page.state);
    if (puzzle && puzzle.day !== null) notePuzzle(puzzle.day, puzzle.game, change);
  }

  /** In a line of a repertoire: what is asked next follows from the reply. */
  private extend({ asked }: Puzzle, played: { move: Move }[], answer: Move) {
    const next = this.training?.asked;
    if (!next) return;
    const line = [...played.map(({ move }) => move), answer, next.moves[0]];
    this.amend({ line, asked: asked + 2, turns: line.length / 2 + 0.5, faults: 0, helped: false });
  }

  private async reply(move: Move) {
    const right = this.amend({ state: 'open', hints: 0, tried: '', refuted: '' });
    await wait(REPLY_MS);
    if (puzzleOf(this.page.state) === right) await this.play(move);
    if (puzzleOf(this.page.state) === right) this.controller.say(`${move.text}. ${t('puzzle.on')}`);
  }

  private solve(puzzle: Puzzle) {
    if (!puzzle.helped && !puzzle.faults) this.settle(puzzle, true);
    this.noteDay({ solved: true });
    const solved = this.amend({ state: 'solved' });
    if (!solved) return;
    this.controller.say(ended(solved));
    if (this.training) return;
    this.show(solved);
    this.explain(solved);
    continuation(this.controller, solved).then((after) => after && this.learn(solved, { after }));
  }

  /** Adds why the first move of the solution is good. */
  private async explain({ id, game, rows, side, line, card }: Puzzle) {
    const position = { game, rows, side, options: card?.options };
    const why = await explain(this.controller, position, [{ pv: line.map(({ path }) => path) }]);
    if (why) this.learn({ id }, { reason: why.text });
  }

  /** Adds what has become known of a puzzle, if it is still on the board. */
  private learn({ id }: Pick<Puzzle, 'id'>, found: Partial<Puzzle>) {
    if (puzzleOf(this.page.state)?.id === id) this.amend(found);
  }

  /** Schedules the puzzle again, at the first fault or hint. */
  private miss(puzzle: Puzzle) {
    if (!puzzle.helped && !puzzle.faults) this.settle(puzzle, false);
  }

  private settle({ game, id, level, card }: Puzzle, isClean: boolean) {
    const { rules } = this.controller;
    if (this.training) return this.training.settle(isClean);
    const saved = card
      ? answer(deck, rules, card.id, isClean)
      : remember(rules, game, id, isClean).then((isFirst) => {
          if (isFirst) ratePuzzle(level, isClean);
        });
    saved.catch((error) => this.controller.fail(error));
  }

  // -- help --------------------------------------------------------------------------------------------------

  /** Shows a hint: first the piece, then the move. */
  hint() {
    const { match } = this.page.state;
    const puzzle = puzzleOf(this.page.state);
    if (!puzzle || !match || !isAsked(puzzle) || match.side !== puzzle.side || this.page.state.pending) return;
    if (this.run) {
      this.controller.tell('plain', t('run.no-hints'));
      return;
    }
    const wanted = puzzle.line[match.ply];
    this.miss(puzzle);
    this.noteDay({ helped: true });
    const hints = Math.min(2, puzzle.hints + 1);
    this.amend({ hints, helped: true });
    const text = hints > 1 ? t('puzzle.hint.move', { move: wanted.text }) : t('puzzle.hint.piece');
    this.page.set({
      draft: hints > 1 ? [] : wanted.path.slice(0, 1),
      hint: hints > 1 ? { path: wanted.path, text } : null,
      notice: { kind: 'hint', text, rule: null },
    });
    this.controller.say(hints > 1 ? text : `${text} ${wanted.path[0]}`);
  }

  give() {
    const puzzle = puzzleOf(this.page.state);
    if (!puzzle || !isAsked(puzzle) || this.run) return;
    this.miss(puzzle);
    this.noteDay({ helped: true });
    const shown = this.amend({ state: 'shown', helped: true });
    if (!shown) return;
    this.show(shown);
    this.explain(shown);
  }

  /** Plays the rest of the line, until the player does something else. */
  async show(puzzle: Puzzle) {
    const { state } = this.page;
    const isOn = () => puzzleOf(state)?.id === puzzle.id && puzzleOf(state)?.state === puzzle.state;
    await this.controller.unlocked();
    // First take back moves that are not part of the line.
    const path = () => state.match?.history.filter((node) => node.main && node.ply <= (state.match?.ply ?? 0)) ?? [];
    while (isOn() && path().some(({ move }, ply) => !isSame(move, puzzle.line[ply]))) {
      await this.controller.exclusive(() => this.takeBack(state.match?.node ?? 0));
      if (!state.match?.can_undo) break;
    }
    for (let ply = state.match?.ply ?? 0; ply < puzzle.line.length; ply++) {
      await wait(WRONG_MOVE_MS);
      if (!isOn() || state.match?.ply !== ply) return;
      await this.controller.exclusive(async () => {
        if (isOn()) await this.play(puzzle.line[ply]);
      });
    }
  }

  /** Opens the puzzle with its line as a new match, in the analysis. */
  async analyse() {
    const { controller, page } = this;
    const puzzle = puzzleOf(page.state);
    if (!puzzle) return;
    if (isAsked(puzzle)) {
      controller.tell('plain', t(this.run ? 'run.no-hints' : 'puzzle.first'));
      return;
    }
    const { game, rows, side, line, card } = puzzle;
    await this.end();
    this.leave();
    const begun = this.begun;
    const asked = { game, rows, side, ...(card && { options: card.options }) };
    if (await controller.put('new', asked, { players: { w: 0, b: 0 }, bottom: side })) return;
    const laid = async () => {
      const { gameId } = controller;
      let match = null;
      for (const { path } of line) match = await controller.ask('play', { path }, gameId);
      match = match && (await controller.ask('goto', { node: 0 }, gameId));
      if (match) await controller.take(match);
      return match;
    };
    if (!(await attempt(controller, () => controller.exclusive(laid)))) return;
    if (begun === this.begun && !page.state.analysis) await controller.analyse();
  }

  // -- helpers -----------------------------------------------------------------------------------------------

  /** @param move of either side */
  private async play(move: Move) {
    const { controller, page } = this;
    const { rows } = page.state;
    const match = await controller
      .ask('play', { path: move.path }, controller.gameId)
      .catch((error) => controller.fail(error));
    if (!match) return;
    const motion = glides(page.state) ? wholeMove(rows, move, pace(page.state)) : null;
    await controller.take(match, motion);
  }

  /** @returns the puzzle as it is now */
  amend(change: Partial<Puzzle>): Puzzle | null {
    const puzzle = puzzleOf(this.page.state);
    if (puzzle) this.page.set({ mode: { kind: 'puzzle', puzzle: { ...puzzle, ...change } } });
    return puzzleOf(this.page.state);
  }
}

const isSame = (one: Move, other: Move | undefined) => one.path.join() === other?.path.join();

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
