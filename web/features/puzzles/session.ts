/** A puzzle on the board, whose moves the rules judge. The player's game is put aside meanwhile. */

import { analyse } from '../../game/analysis.ts';
import { bringBack, putAside, whenAtRest } from '../../game/aside.ts';
import type { GameController } from '../../game/controller.ts';
import { Controlled, type SessionKind } from '../../game/exchange.ts';
import { tell } from '../../game/messages.ts';
import { attempt } from '../../lib/attempt.ts';
import { say } from '../../lib/dom.ts';
import { initial } from '../../lib/first.ts';
import { MARK_GLYPHS } from '../../lib/glyphs.ts';
import { t, translated } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import { pause } from '../../lib/pending.ts';
import { isRenewed } from '../../lib/renewal.ts';
import type { CostReply, JudgeReply, Move, PuzzlesReply } from '../../protocol.d.ts';
import { asks, called, ended, ending, missed, written } from '../../state/describe.ts';
import type { Match } from '../../state/game.d.ts';
import type { Lined, MistakeCard } from '../../state/kept.ts';
import { cost } from '../../state/score.ts';
import { isAsked, type Puzzle, puzzleOf, type RunStanding } from '../../state/session.ts';
import { everything, type State } from '../../state/state.ts';
import { notePuzzle } from '../../store/days.ts';
import { deck, judgeCard } from '../../store/deck.ts';
import { ratePuzzle } from '../../store/ratings.ts';
import { answer, remember, takeUnrated } from '../../store/schedule.ts';
import { listing } from './listing.ts';
import { type Answered, answered, continuation, refutes } from './why.ts';

const WRONG_MOVE_MS = 800; // a wrong move stays on the board for this time
const REFUTATION_MS = 1600; // and the move that refutes it
const REPLY_MS = 450; // the other side answers after this time

/** What a puzzle of the player's own has of what is known of those of a set. */
const OWN = { by: 0, grade: 0, level: 0, themes: [] as string[], turns: 1, asked: 1, day: null, run: null };

const UNTRIED = {
  hints: 0,
  helped: false,
  faults: 0,
  tried: '',
  refuted: '',
  isRefuting: false,
  after: initial<Move[]>([]),
};

/** A puzzle of a game, by its id or by the day that it belongs to. */
export type Which = { puzzle: string } | { day: number };

const NO_ANSWER: Answered = { moves: [], why: '' };

const nextPress = () => new Promise((done) => addEventListener('pointerdown', done, { once: true }));

/** What a puzzle may belong to: a run of puzzles (`run-session.ts`), or the training of lines (`line-training.ts`). */
interface Run {
  standing: RunStanding;
  solve(): void;
  miss(tried: string): void;
  leave(): void;
}

interface Training {
  asked: Lined | null;
  start(): Promise<void>;
  judge(match: Match, move: Move): Promise<JudgeReply>;
  settle(isClean: boolean): void;
}

export const trainerOf = once((controller: GameController) => new Trainer(controller));

/** Counts the first tries of earlier visits for the puzzle rating. */
function rateEarlier(game: string, { puzzles }: PuzzlesReply) {
  for (const { id, isSolved, when } of takeUnrated(game)) {
    const level = puzzles.find(({ puzzle }) => puzzle === id)?.level;
    if (level) ratePuzzle(level, isSolved, when);
  }
}

export class Trainer extends Controlled<GameController> implements SessionKind {
  lists: Map<string, Promise<PuzzlesReply | null>> = new Map();
  begun = 0; // how many puzzles were begun or ended: only the latest goes on
  lastJudged: Match | null = null;
  run: Run | null = null; // the run that the puzzle on the board belongs to
  reviewed: MistakeCard[] = []; // the mistakes of a review, if the puzzle on the board is one of them
  betterFound = 0; // for how many of these the better move was found, be it not at the first try
  training: Training | null = null; // the training that the line on the board belongs to
  closePanel: () => void = () => {};
  takeBackAtOnce: (answer: Answered[]) => void = () => {}; // takes a wrong move back at once

  constructor(controller: GameController) {
    super(controller);
    controller.sessions.puzzle = this;
    this.page.effect(everything, (state) => this.watch(state));
  }

  get puzzle() {
    return puzzleOf(this.page.state);
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
      listing.amend(this.page, { lists: { ...listing.of(this.page.state).lists, [game]: list } });
    put(undefined);
    const supplied = rules.supply(`${game}-puzzles`).then(() => rules.request('puzzles', { game }));
    const list = await supplied.catch(() => null);
    if (list) rateEarlier(game, list);
    else {
      this.lists.delete(game);
      await isRenewed();
    }
    put(list);
    return list;
  }

  /** The puzzle of a day, without putting it on the board. */
  async ofDay(game: string, day: number) {
    if (!(await this.list(game))) throw new Error('the puzzles could not be loaded');
    return this.controller.rules.request('puzzle', { game, day });
  }

  /** Puts a puzzle on the board. Another run than its own ends. */
  async begin(game: string, which: Which, run: Run | null = null) {
    const { controller } = this;
    if (run !== this.run) this.run?.leave();
    const begun = ++this.begun;
    const reply = await attempt(controller, () => controller.rules.request('puzzle', { game, ...which }));
    if (!reply || begun !== this.begun) return;
    const day = 'day' in which ? which.day : null;
    await this.place({ ...reply, game, day, run: run?.standing ?? null, card: null });
  }

  /** Puts a mistake on the board: of the deck, or of those that were `reviewed`. */
  beginCard(card: MistakeCard, reviewed: MistakeCard[] = []) {
    this.run?.leave();
    if (reviewed !== this.reviewed) this.betterFound = 0;
    this.reviewed = reviewed;
    const { id, rows, side, key: game, line, options } = card;
    return this.place({ ...OWN, goal: 'better', puzzle: id, rows, side, line, game, card }, options);
  }

  beginLine({ id, rows, side, kind: game, moves, options }: Lined, training: Training) {
    this.run?.leave();
    const line = moves.slice(0, 1);
    return this.place({ ...OWN, goal: 'line', puzzle: id, rows, side, line, game, card: null }, options, training);
  }

  /** `options` are the rules, where they are not the usual ones. */
  private async place(
    described: Omit<Puzzle, keyof typeof UNTRIED | 'id' | 'state'>,
    options?: Readonly<Record<string, boolean>>,
    training: Training | null = null,
  ) {
    const { controller, page } = this;
    const begun = ++this.begun;
    this.training = training;
    if (!this.puzzle) await whenAtRest(controller);
    if (begun !== this.begun) return;
    const { session } = page.state;
    const aside = session.kind === 'puzzle' ? session.aside : putAside(controller);
    const { puzzle: id, game, rows, side } = described;
    const puzzle: Puzzle = { ...described, id, state: 'open', ...UNTRIED };
    page.set({ session: { kind: 'puzzle', aside, puzzle } });
    listing.amend(page, { message: '' });
    const asked = { game, rows, side, ...(options && { options }) };
    const error = await controller.replaceMatch('new', asked, { players: { w: 0, b: 0 }, bottom: side });
    if (this.puzzle !== puzzle) return;
    if (error) await this.leave();
    else say(asks(puzzle));
  }

  leave() {
    this.run?.leave();
    this.begun++;
    return bringBack(this.controller, 'puzzle');
  }

  watch(state: State) {
    const { match, pending } = state;
    const puzzle = puzzleOf(state);
    if (!puzzle || !isAsked(puzzle) || pending || !match?.ply || match === this.lastJudged) return;
    if (match.side === puzzle.side && !match.outcome) return;
    this.lastJudged = match;
    // What was said of the try before goes with the next one.
    const asked = this.amend({ state: 'open' });
    if (asked) this.controller.exclusive(() => this.judge(match, asked));
  }

  private async judge(match: Match, puzzle: Puzzle) {
    const { controller, run, training } = this;
    const line = match.history.filter((node) => node.main && node.ply <= match.ply).map(({ move }) => move);
    const last = line[line.length - 1];
    const requestVerdict = (): Promise<JudgeReply & { cost?: CostReply }> => {
      if (training) return training.judge(match, last);
      if (puzzle.card) return judgeCard(controller.rules, puzzle.card, last);
      const turns = line.map(({ path }) => path.join('-'));
      return controller.rules.request('judge', { game: puzzle.game, puzzle: puzzle.id, turns });
    };
    const verdict = await attempt(controller, requestVerdict);
    if (!verdict || this.puzzle !== puzzle) return;
    if (!verdict.right) await (run ? run.miss(last.text) : this.refuse(puzzle, last.text, verdict.cost));
    else if (verdict.done) run ? run.solve() : this.solve(puzzle, last.text);
    else if (verdict.answer) await this.reply(puzzle, line, verdict.answer);
  }

  /** Leaves a wrong move on the board for a moment, answers it with what refutes it, and takes both back: for help at once. */
  private async refuse(puzzle: Puzzle, tried: string, cost?: CostReply) {
    const { controller } = this;
    const { card } = puzzle;
    const wrong = this.page.state.match?.node ?? 0;
    const faults = puzzle.faults + 1;
    // The review has said what the move of the game did.
    const known = tried === card?.played ? `${t('mistakes.same')} ${translated(card.reason)}` : '';
    const first = cost?.mark === '?!' ? t('mistakes.near', { move: tried }) : known || this.concludes(tried);
    this.settle(puzzle, false);
    this.noteDay({ faults });
    let now = this.amend({ state: 'missed', faults, tried, refuted: first });
    if (now) say(missed(now));
    const knownAnswer = known && card ? { moves: card.refutation, why: '' } : NO_ANSWER;
    const refutation = first || this.training ? knownAnswer : answered(controller);
    const hurried = new Promise<Answered[]>((done) => {
      this.takeBackAtOnce = done;
    });
    const [answer] = await Promise.race([Promise.all([refutation, pause(WRONG_MOVE_MS)]), hurried]);
    if (this.puzzle !== now) return;
    const refuted = first || refutes(puzzle, tried, answer);
    const isRefuting = Boolean(refuted && answer.moves.length);
    now = this.amend({ refuted: refuted || this.costs(puzzle, tried, cost), isRefuting });
    if (now && now.refuted !== first) say(missed(now));
    if (isRefuting) {
      await this.play(answer.moves[0]);
      await Promise.race([pause(REFUTATION_MS), nextPress(), hurried]);
      if (this.puzzle !== now) return;
    }
    await this.withdraw(wrong);
    if (this.puzzle === now) this.amend({ isRefuting: false });
  }

  /** What a move that ends the game comes to; empty where it goes on, and the reply tells it. */
  private concludes(move: string) {
    const { match } = this.page.state;
    return match?.outcome && !this.training ? t('puzzle.refuted.over', { move, result: ending(match) }) : '';
  }

  /** What a wrong move loses, where nothing better is known of it. */
  private costs({ card }: Puzzle, move: string, found?: CostReply) {
    if (!card || !found?.mark) return '';
    const mark = `${move}: ${t(`review.mark.${MARK_GLYPHS[found.mark]}`)}`;
    return cost(mark, found, card.side, this.page.state.meta.points);
  }

  /** Takes a move back with all that follows. It leaves the record too, so that the move list has no wrong tries. */
  private withdraw(node: number) {
    return this.controller.change('prune', { node });
  }

  private noteDay(change: Parameters<typeof notePuzzle>[2]) {
    const { puzzle } = this;
    if (puzzle && puzzle.day !== null) notePuzzle(puzzle.day, puzzle.game, change);
  }

  /** Answers a right move; in a line of a repertoire, what is asked next follows from the answer. */
  private async reply({ asked }: Puzzle, played: Move[], move: Move) {
    const next = this.training?.asked;
    if (next) {
      const line = [...played, move, next.moves[0]];
      this.amend({ line, asked: asked + 2, turns: line.length / 2 + 0.5, faults: 0, helped: false });
    }
    const right = this.amend({ state: 'open', hints: 0, tried: '', refuted: '' });
    await pause(REPLY_MS);
    if (this.puzzle === right) await this.play(move);
    if (this.puzzle === right) say(`${move.text}. ${t('puzzle.on')}`);
  }

  private solve(puzzle: Puzzle, tried: string) {
    this.settle(puzzle, true);
    this.noteDay({ solved: true });
    if (puzzle.hints < 2) this.betterFound++; // nobody told the move
    const solved = this.amend({ state: 'solved', tried });
    if (!solved) return;
    say(ended(solved));
    if (this.training) return;
    this.close(solved);
  }

  /** Plays the rest of the line of a puzzle that is over, and adds how the engine would go on. */
  private async close(puzzle: Puzzle) {
    await this.show(puzzle);
    const after = await continuation(this.controller, puzzle);
    if (after.length && this.puzzle?.id === puzzle.id) this.amend({ after });
  }

  /** Schedules the puzzle again, at the first fault or hint, or once it is solved without. */
  private settle({ game, id, level, card, helped, faults }: Puzzle, isClean: boolean) {
    const { controller, training } = this;
    const { rules } = controller;
    if (helped || faults) return;
    if (training) return training.settle(isClean);
    if (card && this.reviewed.includes(card)) return;
    attempt(controller, async () => {
      if (card) await answer(deck, rules, card.id, isClean);
      else if (await remember(rules, game, id, isClean)) ratePuzzle(level, isClean);
    });
  }

  /** Helps, in the place of what is said of a wrong move, which goes back at once; or once an answer is on the board. */
  async hint() {
    const { controller, begun } = this;
    this.takeBackAtOnce([NO_ANSWER]);
    await controller.unlocked();
    const { puzzle } = this;
    const { state } = this.page;
    const { match } = state;
    if (!puzzle || !match || begun !== this.begun || !isAsked(puzzle) || match.side !== puzzle.side) return;
    if (this.run) return tell(controller, 'plain', t('run.no-hints'));
    const { path, text: move } = puzzle.line[match.ply];
    this.settle(puzzle, false);
    this.noteDay({ helped: true });
    const isMove = puzzle.hints > 0;
    this.amend({ state: 'open', hints: isMove ? 2 : 1, helped: true });
    const text = isMove ? t('puzzle.hint.move', { move }) : t('puzzle.hint.piece');
    const shown = isMove ? { draft: [], hint: { path, text } } : { draft: path.slice(0, 1), hint: null };
    this.page.set({ ...shown, notice: { kind: 'hint', text, rule: null } });
    say(isMove ? text : `${text} ${called(this.page.state.meta, path[0])}`);
  }

  give() {
    const { puzzle } = this;
    if (!puzzle || !isAsked(puzzle) || this.run) return;
    this.settle(puzzle, false);
    this.noteDay({ helped: true });
    const shown = this.amend({ state: 'shown', helped: true });
    if (!shown) return;
    say(`${ended(shown)} ${written(shown.line)}`);
    this.close(shown);
  }

  /** Plays the rest of the line, until the player does something else; of a mistake only the better move. */
  async show(puzzle: Puzzle) {
    const { controller } = this;
    const { state } = this.page;
    const line = puzzle.card ? puzzle.line.slice(0, puzzle.asked) : puzzle.line;
    const isOn = () => this.puzzle?.id === puzzle.id && this.puzzle.state === puzzle.state;
    await controller.unlocked();
    // First take back moves that are not part of the line.
    const path = () => state.match?.history.filter((node) => node.main && node.ply <= (state.match?.ply ?? 0)) ?? [];
    while (isOn() && path().some(({ move }, ply) => move.path.join() !== line[ply]?.path.join())) {
      const match = await controller.exclusive(async () => (isOn() ? this.withdraw(state.match?.node ?? 0) : null));
      if (!match?.can_undo) break;
    }
    for (let ply = state.match?.ply ?? 0; ply < line.length; ply++) {
      await pause(WRONG_MOVE_MS);
      if (!isOn() || state.match?.ply !== ply) return;
      await controller.exclusive(async () => isOn() && this.play(line[ply]));
    }
  }

  /** Goes to the position after moves of the line that is told. */
  walk(moves: Move[]) {
    const { controller } = this;
    return attempt(controller, () => controller.exclusive(() => this.trace(moves)));
  }

  /** Plays moves from the start of the match on the board, and goes to their end, or back to the start. */
  private async trace(moves: Move[], isBack: boolean = false) {
    const { controller } = this;
    const { gameId } = controller;
    let match = await controller.ask('goto', { node: 0 }, gameId);
    for (const { path } of moves) match = match && (await controller.ask('play', { path }, gameId));
    if (match && isBack) match = await controller.ask('goto', { node: 0 }, gameId);
    if (match) await controller.showMatch(match);
    return match;
  }

  /** Opens the puzzle with its line as a new match, in the analysis. */
  async analyse() {
    const { controller, puzzle } = this;
    if (!puzzle) return;
    if (isAsked(puzzle)) return tell(controller, 'plain', t(this.run ? 'run.no-hints' : 'puzzle.first'));
    const { game, rows, side, line, card } = puzzle;
    await this.leave();
    this.closePanel();
    const begun = this.begun;
    const asked = { game, rows, side, ...(card && { options: card.options }) };
    if (await controller.replaceMatch('new', asked, { players: { w: 0, b: 0 }, bottom: side })) return;
    if (!(await attempt(controller, () => controller.exclusive(() => this.trace(line, true))))) return;
    if (begun === this.begun && !this.page.state.analysis) await analyse(controller);
  }

  private play({ path }: Move) {
    return this.controller.change('play', { path });
  }

  /** Changes the puzzle on the board. Returns it as it is now. */
  amend(change: Partial<Puzzle>) {
    this.page.change((s) => {
      if (s.session.kind === 'puzzle') s.session = { ...s.session, puzzle: { ...s.session.puzzle, ...change } };
    });
    return this.puzzle;
  }
}
