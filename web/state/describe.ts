/** Sentences about the match, to be shown or announced. */

import type { EngineError } from '../lib/engine-error.ts';
import { has, inOrder, listed, t, tOr, translated } from '../lib/i18n.ts';
import type { Move, Said, Side } from '../protocol.d.ts';
import type { Match, Meta } from './game.d.ts';
import { onlyPass } from './path.ts';
import { verdict } from './result.ts';
import { isAwaited } from './rights.ts';
import type { Puzzle } from './session.ts';
import { other, type State } from './state.ts';
import { isSecondFirst, moveNumber } from './tree.ts';

/** The name of a square for the player: its number if the game numbers its squares, else file and rank. */
export const called = ({ numbered, squares }: Pick<Meta, 'numbered' | 'squares'>, name: string) =>
  numbered && squares.includes(name) ? String(squares.indexOf(name) + 1) : name;

/** Squares in a sentence that leaves the choice: `c4, e4 or g4`. */
export const anyOf = (meta: Pick<Meta, 'numbered' | 'squares'>, names: Iterable<string>) =>
  listed(inOrder([...names].map((name) => called(meta, name))), 'disjunction');

/** A move as it is written; a pass has no squares. */
export const textOf = ({ path, text }: Pick<Move, 'path' | 'text'>) => (path.length ? text : t('moves.pass'));

export const written = (moves: Move[]) => moves.map(textOf).join(' ');

/** The name of a piece by its letter; a king's is a capital. */
export function pieceName({ piece }: Pick<Meta, 'piece'>, letter: string) {
  const side = letter.toLowerCase();
  const kind = letter === side ? piece : 'king';
  return tOr(`square.${side}.${kind}`, `${t(`side.${side}`)} ${kind}`);
}

export const won = (winner: Side | 'draw' | null | undefined) =>
  winner && winner !== 'draw' ? t('result.wins', { side: t(`side.${winner}`) }) : t('result.draw');

export const result = (match: Match | null) => won(match?.outcome?.winner);

/** Result and reason, as the move list has them: in words, as checkers and chess disagree on whose "1–0" it is. */
export const score = (end: NonNullable<Match['end']>) => [won(end.winner), reason(end).replace(/[.]$/, '')] as const;

/** The result as a headline: to the one person who played as it went for them. */
export function headline(state: State) {
  const how = verdict(state);
  return how === 'won' || how === 'lost' ? t(`result.${how}`) : result(state.match);
}

/** Why the game ended, without repeating the result beside it; empty where its record gives no reason. */
export function reason(outcome: Said) {
  const phrase = outcome.said;
  if (!phrase || typeof phrase !== 'object' || !('key' in phrase)) return translated(outcome);
  if (phrase.key.startsWith('end.record-')) return String(phrase.values.why ?? '');
  const key = phrase.key.replace('end.', 'reason.');
  return has(key) ? translated({ ...outcome, said: { ...phrase, key } }) : translated(outcome);
}

export const asks = ({ goal, side, by, card }: Pick<Puzzle, 'goal' | 'side' | 'by'> & Partial<Puzzle>) =>
  t(`puzzle.goal.${goal}`, { side: t(`side.${side}`), n: by, move: card?.played ?? '' });

/** What is said of a wrong move. */
export const missed = ({ refuted, tried }: Pick<Puzzle, 'refuted' | 'tried'>) =>
  refuted ? `${refuted} ${t('puzzle.again')}` : t('puzzle.missed', { move: tried });

/** The message of a puzzle that is over: solved, solved late, shown, or missed in a run. */
export function ended({ goal, state, helped, faults, run, tried, card }: Puzzle) {
  if (goal === 'line' && state === 'solved') return t('lines.done');
  if (run?.over) return t(`run.over.${run.over}`);
  if (state === 'failed') return t('run.failed', { move: tried });
  const best = card?.line[0].text ?? tried;
  const also = state === 'solved' && tried !== best ? ` ${t('mistakes.also', { move: tried, best })}` : '';
  // What a review asks does not come back.
  if (card?.game === 0) return t(state === 'shown' ? 'review.shown' : `puzzle.${state}`, { move: best }) + also;
  return t(state === 'solved' && (helped || faults) ? 'puzzle.solved.late' : `puzzle.${state}`) + also;
}

const concluding = (head: string, match: Match | null) =>
  `${head}${/[.!?]$/.test(head) ? '' : '.'} ${match?.outcome ? reason(match.outcome) : ''}`.trim();

/** What the result sheet says at its top, as one text to be spoken. */
export const concluded = (state: State) => concluding(headline(state), state.match);

export const ending = (match: Match) => concluding(result(match), match);

/** A move as a screen reader says it. */
export function spoken(meta: Meta, side: Side, move: Move) {
  if (!move.path.length) return t('say.passes', { side: t(`side.${side}`) });
  const list = (names: string[]) => names.map((name) => called(meta, name));
  const parts = [t('say.move', { side: t(`side.${side}`), path: list(move.path).join(' – ') })];
  if (move.captured.length) parts.push(t('say.takes', { squares: listed(list(move.captured)) }));
  if (move.crowns) parts.push(t('say.crowned'));
  return parts.join(', ');
}

/** The position that navigation has reached: the move before it, numbered as in the move list. */
export function reached(meta: Meta, match: Match) {
  const { last, ply, side } = match;
  if (!last) return t('say.start');
  const { number } = moveNumber(ply, isSecondFirst(match, meta.first));
  return t('say.at', { number, side: t(`side.${other(side)}`), move: textOf(last) });
}

/**
 * An error as a sentence for the player. Errors of the rules are translated. Others stay in English, inside a translated
 * sentence about their kind: its key is the error's `key`, or follows from its `code`. What the browser says of an error
 * of its own (a `TypeError`, a `DOMException`) is for programmers: it goes to the console.
 */
export function explained(error: unknown) {
  const given: Partial<EngineError> & { key?: string } = error instanceof Error ? error : {};
  const { message = '', code, details, key = `error.${code}` } = given;
  const text = details?.said ? translated({ text: message, said: details.said }) : message;
  if (has(key)) return t(key, { message: text });
  if (details || (error instanceof Error && error.constructor === Error)) return text;
  console.info(error);
  return t('error.internal');
}

/** The counters towards a draw that are at least half full. */
export const near = (match: Match) => match.counters.filter(({ count, limit }) => count * 2 >= limit);

/** When this many moves or fewer are left before a draw, each is announced; before that, every tenth. */
const LAST_COUNTED_MOVES = 5;

/** What is announced after a move besides it: a repetition, a draw that comes near, a move that must be made. */
export function due(state: State): string[] {
  const { match } = state;
  if (!match || match.outcome) return [];
  const close = near(match).filter(({ key, count, limit }) => {
    const left = limit - count;
    return key === 'repetition' || left <= LAST_COUNTED_MOVES || left % 10 === 0;
  });
  const counters = close.map((counter) => translated(counter).replace(/[.]$/, ''));
  if (!isAwaited(state)) return counters;
  const side = t(`side.${match.side}`);
  if (onlyPass(match.moves)) return [...counters, t('status.pass', { side })];
  return match.forced ? [...counters, t('status.must.side', { side })] : counters;
}
