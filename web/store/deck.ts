/**
 * The deck of the player's own mistakes: each is a puzzle, in which a better move is to be found. It comes back by spaced
 * repetition, as the rules say (`schedule`). The library keeps it.
 */

import type { Rules } from '../engine/client.ts';
import type { Move, PuzzleProgress, ReviewedMove } from '../protocol.d.ts';
import type { MistakeCard } from '../state/puzzles.d.ts';
import { type AnyRecord, records } from './library/database.ts';

/** The better line and the refutation are kept this far. */
const MAX_LINE_PLIES = 6;

/** How long a move other than the best one is searched. */
const JUDGE_SECONDS = 1;

const deck = records<MistakeCard & AnyRecord>('deck');

/**
 * The card of a mistake. The same mistake in two games is one card.
 *
 * @param turn with the mark `?` or `??`
 * @param from its game
 * @param now in ms since 1970
 * @returns null where nothing better is known
 */
export function cardOf(
  { rows, side, ply, text, mark, best, reason, refutation = [] }: ReviewedMove,
  from: Pick<MistakeCard, 'key' | 'options' | 'game' | 'players' | 'date'>,
  now: number,
): MistakeCard | null {
  if (!rows || !best?.moves.length || !reason) return null;
  const { key, options } = from;
  const id = JSON.stringify([key, options, side, rows.join('/'), text]);
  const first = (moves: readonly Move[]) => moves.slice(0, MAX_LINE_PLIES);
  return {
    ...from,
    id,
    rows: [...rows],
    side,
    ply,
    played: text,
    mark,
    line: first(best.moves),
    reason,
    refutation: first(refutation),
    added: now,
    due: now,
    progress: null,
  };
}

/** Adds cards; those that are there stay as they are. Resolves to how many are new. */
export async function addCards(cards: MistakeCard[]) {
  let fresh = 0;
  for (const card of cards) {
    await deck.change(card.id, (before) => {
      if (!before) fresh++;
      return before ? undefined : card;
    });
  }
  return fresh;
}

/** All cards: those that are due first, then by when they were added. */
export async function allCards(now = Date.now()): Promise<MistakeCard[]> {
  const all = await deck.all();
  const isDue = (one: MistakeCard) => one.due !== undefined && one.due <= now;
  return all.sort(
    (one, other) =>
      Number(isDue(other)) - Number(isDue(one)) || (one.due ?? 0) - (other.due ?? 0) || other.added - one.added,
  );
}

/**
 * Keeps how a card was answered.
 *
 * @param clean whether it was solved without help and without a wrong move
 */
export async function answerCard(rules: Rules, id: MistakeCard['id'], clean: boolean, now = Date.now()) {
  const before = await deck.get(id);
  if (!before) return;
  const asked = { clean, now, ...(before.progress && { progress: before.progress }) };
  const { progress }: { progress: PuzzleProgress } = await rules.request('schedule', asked);
  await deck.change(id, (card) => {
    if (!card) return undefined;
    const { due: _, ...rest } = card;
    return { ...rest, progress, ...(progress.box !== null && { due: progress.due }) };
  });
}

/**
 * Whether a move is better than the mistake: the best one, or one that a search finds as good. The reply is like that of
 * `judge`.
 */
export async function judgeCard(rules: Rules, { key: game, options, rows, side, line }: MistakeCard, { path }: Move) {
  if (path.join() === line[0].path.join()) return { right: true, done: true, answer: null };
  const { mark } = await rules.request('cost', { game, options, rows, side, path, time: JUDGE_SECONDS });
  return { right: !mark, done: true, answer: null };
}

export const dropCard = (id: MistakeCard['id']) => deck.remove(id);
