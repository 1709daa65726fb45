/** The deck of the player's own mistakes: puzzles in the library that come back by spaced repetition (`schedule`). */

import type { Rules } from '../engine/client.ts';
import type { Move, ReviewedMove } from '../protocol.d.ts';
import type { MistakeCard } from '../state/kept.ts';
import { records } from './library/database.ts';
import { wholeRecords } from './library/shapes.ts';
import { isDue } from './schedule.ts';

const JUDGE_SECONDS = 1; // how long a move other than the best one is searched

export const deck = records<MistakeCard>('deck');

/** The card of a mistake; null where nothing better is known. The same mistake in two games is one card. */
export function cardOf(
  { rows, side, ply, text, mark, best, told, why, reason, refutation = [] }: ReviewedMove,
  from: Pick<MistakeCard, 'key' | 'options' | 'game' | 'players' | 'date'>,
  now: number,
): MistakeCard | null {
  if (!rows || !best?.moves.length || !reason) return null;
  const { key, options } = from;
  const id = JSON.stringify([key, options, side, rows.join('/'), text]);
  const mistake = { id, rows: [...rows], side, ply, played: text, mark, ...(why && { why }), reason };
  const moves = { line: best.moves.slice(0, told), refutation };
  return { ...from, ...mistake, ...moves, added: now, due: now, progress: null };
}

/** Adds cards; those that are there stay as they are. */
export async function addCards(cards: MistakeCard[]) {
  for (const card of cards) await deck.change(card.id, (before) => (before ? undefined : card));
}

/** All cards: those that are due first, then by when they were added. */
export async function allCards(): Promise<MistakeCard[]> {
  const all = wholeRecords('deck', await deck.all());
  const place = (card: MistakeCard) => Number(!isDue(card));
  return all.sort(
    (card, other) => place(card) - place(other) || (card.due ?? 0) - (other.due ?? 0) || other.added - card.added,
  );
}

/** Whether a move is the best one, or one other than the mistake that a search finds as good, as a reply of `judge`; and what
 * another move costs. */
export async function judgeCard(rules: Rules, card: MistakeCard, { path, text }: Move) {
  const { key: game, options, rows, side, line, played } = card;
  const isBest = path.join() === line[0].path.join();
  if (isBest || text === played) return { right: isBest, done: true, answer: null };
  const cost = await rules.request('cost', { game, options, rows, side, path, time: JUDGE_SECONDS });
  return { right: !cost.mark, done: true, answer: null, cost };
}
