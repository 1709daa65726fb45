/**
 * Sentences about the match, to be shown or announced.
 *
 * @import { EngineError } from '../lib/engine-error.js'
 * @import { Move, Said, Side } from '../protocol.d.ts'
 * @import { Match, Meta } from '../types.d.ts'
 * @import { Puzzle } from './mode.js'
 * @import { State } from './state.js'
 */

import { has, said, t } from '../lib/i18n.js';
import { onlyPass } from './path.js';
import { verdict } from './result.js';
import { isAwaited, other } from './state.js';
import { isSecondFirst, moveNumber } from './tree.js';

/**
 * The name of a square for the player: its number if the game numbers its squares, else file and rank.
 *
 * @param {Pick<Meta, 'numbered' | 'squares'>} meta
 * @param {string} name
 */
export const called = ({ numbered, squares }, name) =>
  numbered && squares.includes(name) ? String(squares.indexOf(name) + 1) : name;

/** Who has won, or that it is a draw. @param {Side | null | undefined} winner */
const won = (winner) => (winner ? t('result.wins', { side: t(`side.${winner}`) }) : t('result.draw'));

/** The result in one short sentence. @param {Match | null} match */
export const result = (match) => won(match?.outcome?.winner);

/**
 * The result and its reason as the move list shows them: in words, since checkers and chess disagree on whose "1–0" it is.
 *
 * @param {NonNullable<Match['end']>} end
 * @returns {[string, string]}
 */
export const score = (end) => [won(end.winner), reason(end).replace(/[.]$/, '')];

/**
 * The result as a headline: to the one person who played as it went for them.
 *
 * @param {State} state
 */
export function headline(state) {
  const how = verdict(state);
  return how === 'won' || how === 'lost' ? t(`result.${how}`) : result(state.match);
}

/**
 * Why the game ended, without repeating the result beside it; empty where its record gives no reason.
 *
 * @param {Said} outcome
 */
export function reason(outcome) {
  const phrase = outcome.said;
  if (!phrase || typeof phrase !== 'object' || !('key' in phrase)) return said(outcome);
  if (phrase.key.startsWith('end.record-')) return String(phrase.values.why ?? '');
  const key = phrase.key.replace('end.', 'reason.');
  return has(key) ? said({ ...outcome, said: { ...phrase, key } }) : said(outcome);
}

/** The task of a puzzle. @param {Pick<Puzzle, 'goal' | 'side' | 'by'> & Partial<Pick<Puzzle, 'card'>>} puzzle */
export const asks = ({ goal, side, by, card }) =>
  t(`puzzle.goal.${goal}`, { side: t(`side.${side}`), n: by, move: card?.played ?? '' });

/**
 * The message of a puzzle that is over: solved, solved late, shown, or missed in a run.
 *
 * @param {Puzzle} puzzle
 */
export function ended({ goal, state, helped, faults, run, tried }) {
  if (goal === 'line' && state === 'solved') return t('lines.done');
  if (run?.over) return t(`run.over.${run.over}`);
  if (state === 'failed') return t('run.failed', { move: tried });
  return t(state === 'solved' && (helped || faults) ? 'puzzle.solved.late' : `puzzle.${state}`);
}

/** What the result sheet says at its top, as one text to be spoken. @param {State} state */
export function concluded(state) {
  const head = headline(state);
  const outcome = state.match?.outcome;
  return `${head}${/[.!?]$/.test(head) ? '' : '.'} ${outcome ? reason(outcome) : ''}`.trim();
}

/** The result and its reason. @param {Match} match */
export const ending = (match) => `${result(match)}. ${match.outcome ? reason(match.outcome) : ''}`.trim();

/**
 * A move as a screen reader says it.
 *
 * @param {Meta} meta
 * @param {Side} side
 * @param {Move} move
 */
export function spoken(meta, side, move) {
  if (!move.path.length) return t('say.passes', { side: t(`side.${side}`) });
  /** @param {string[]} names */
  const list = (names) => names.map((name) => called(meta, name));
  const parts = [t('say.move', { side: t(`side.${side}`), path: list(move.path).join(' – ') })];
  if (move.captured.length) parts.push(t('say.takes', { squares: list(move.captured).join(', ') }));
  if (move.crowns) parts.push(t('say.crowned'));
  return parts.join(', ');
}

/**
 * The position that navigation has reached: the move before it, numbered as in the move list.
 *
 * @param {Meta} meta
 * @param {Match} match
 */
export function reached(meta, match) {
  const { last, ply, side } = match;
  if (!last) return t('say.start');
  const { number } = moveNumber(ply, isSecondFirst(match, meta.first));
  const move = last.path.length ? last.text : t('moves.pass');
  return t('say.at', { number, side: t(`side.${other(side)}`), move });
}

/**
 * An error as a sentence for the player. Errors of the rules are translated. Others stay in English, inside a translated
 * sentence about their kind: its key is the error's `key`, or follows from its `code`. What the browser says of an error
 * of its own (a `TypeError`, a `DOMException`) is for programmers: it goes to the console.
 *
 * @param {unknown} error
 */
export function explained(error) {
  /** @type {Partial<EngineError> & { key?: string }} */
  const { message = '', code, details, key = `error.${code}` } = error instanceof Error ? error : {};
  const text = details?.said ? said({ text: message, said: details.said }) : message;
  if (has(key)) return t(key, { message: text });
  if (details || (error instanceof Error && error.constructor === Error)) return text;
  console.info(error);
  return t('error.internal');
}

/**
 * The counters towards a draw that are at least half full.
 *
 * @param {Match} match
 */
export const near = (match) => match.counters.filter(({ count, limit }) => count * 2 >= limit);

/** When this many moves or fewer are left before a draw, each is announced; before that, every tenth. */
const LAST_COUNTED_MOVES = 5;

/**
 * What is announced after a move besides the move: a repeated position, a draw that comes near, and a move that the
 * player is forced to make.
 *
 * @param {State} state
 * @returns {string[]}
 */
export function due(state) {
  const { match } = state;
  if (!match || match.outcome) return [];
  const counters = near(match)
    .filter(
      ({ key, count, limit }) =>
        key === 'repetition' || limit - count <= LAST_COUNTED_MOVES || (limit - count) % 10 === 0,
    )
    .map((one) => said(one).replace(/[.]$/, ''));
  if (!isAwaited(state)) return counters;
  const side = t(`side.${match.side}`);
  if (onlyPass(match.moves)) return [...counters, t('status.pass', { side })];
  return match.forced ? [...counters, t('status.must.side', { side })] : counters;
}
