/**
 * Sentences about the match, to be shown or spoken.
 *
 * @import { Match, Meta, Move, Said, Side } from '../types.d.ts'
 * @import { State } from './state.js'
 */

import { has, said, t } from '../lib/i18n.js';
import { onlyPass } from './path.js';
import { isOpen, other } from './state.js';

/**
 * What a square is called: by its number in a game whose moves are written with numbers, else by file and rank.
 *
 * @param {Pick<Meta, 'numbered' | 'squares'>} meta
 * @param {string} name
 */
export const called = ({ numbered, squares }, name) =>
  numbered && squares.includes(name) ? String(squares.indexOf(name) + 1) : name;

/** The result in one short sentence. @param {Match | null} match */
export function result(match) {
  const winner = match?.outcome?.winner;
  return winner ? t('result.wins', { side: t(`side.${winner}`) }) : t('result.draw');
}

/** Why it ended, for beside the result: what that says already is left out. @param {Said} outcome */
export function reason(outcome) {
  const spelled = outcome.said;
  if (!spelled || typeof spelled !== 'object' || !('key' in spelled)) return said(outcome);
  const ending = spelled.key.replace('end.', '');
  return has(`reason.${ending}`)
    ? said({ ...outcome, said: { ...spelled, key: `reason.${ending}` } })
    : said(outcome);
}

/** What a puzzle asks for. @param {Pick<NonNullable<State['puzzle']>, 'goal' | 'side' | 'by'>} puzzle */
export const asks = ({ goal, side, by }) => t(`puzzle.goal.${goal}`, { side: t(`side.${side}`), n: by });

/**
 * What is said of a puzzle that nothing is looked for in any more.
 *
 * @param {NonNullable<State['puzzle']>} puzzle
 */
export const ended = ({ state, helped, faults }) =>
  t(state === 'solved' && (helped || faults) ? 'puzzle.solved.late' : `puzzle.${state}`);

/** The result and its reason. @param {Match} match */
export const ending = (match) => `${result(match)}. ${match.outcome ? reason(match.outcome) : ''}`;

/**
 * A turn as it is read aloud.
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
 * Where a walk through the game has come to: the turn before it, numbered as in the list of moves.
 *
 * @param {Meta} meta
 * @param {Match} match
 */
export function reached(meta, { last, ply, side }) {
  if (!last) return t('say.start');
  const mover = other(side);
  const late = (ply % 2 ? mover : side) !== meta.first;
  const number = Math.floor((ply + (late ? 2 : 1)) / 2);
  return t('say.at', { number, side: t(`side.${mover}`), move: last.path.length ? last.text : t('moves.pass') });
}

/**
 * What went wrong, in a sentence. What the rules can say in the language that is spoken they say; the rest is for
 * those who look into it, and stays in English behind a word about what it is.
 *
 * @param {unknown} error
 */
export function explained(error) {
  const message = error instanceof Error ? error.message : String(error);
  const { code, details } = /** @type {Partial<import('../types.d.ts').RequestError>} */ (error ?? {});
  const spelled = /** @type {import('../types.d.ts').Spelled | null} */ (details?.said ?? null);
  const text = spelled ? said({ text: message, said: spelled }) : message;
  return code && has(`error.${code}`) ? t(`error.${code}`, { message: text }) : text;
}

/**
 * What comes nearer to a draw, once it is half way there.
 *
 * @param {Match} match
 */
export const near = (match) => match.counters.filter(({ count, limit }) => count * 2 >= limit);

/** From here on every turn without progress is counted aloud, before it every tenth one. */
const LAST_COUNTED_MOVES = 5;

/**
 * What is to be heard after a turn besides the turn: that the position has come back, that few turns are left before a
 * draw, what the person whose turn it is has no choice about.
 *
 * @param {State} state
 * @returns {string[]}
 */
export function due(state) {
  const { match } = state;
  if (!match || match.outcome) return [];
  const counted = near(match)
    .filter(
      ({ key, count, limit }) =>
        key === 'repetition' || limit - count <= LAST_COUNTED_MOVES || (limit - count) % 10 === 0,
    )
    .map((one) => said(one).replace(/[.]$/, ''));
  if (!isOpen(state)) return counted;
  const side = t(`side.${match.side}`);
  if (onlyPass(match.moves)) return [...counted, t('status.pass', { side })];
  return match.forced ? [...counted, t('status.must.side', { side })] : counted;
}
