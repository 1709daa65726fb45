/**
 * Animations of moves: which pieces glide or fade, and for how long. A motion holds all that is needed to draw it, so
 * it may still run when the position below has changed.
 *
 * @import { Move } from '../protocol.d.ts'
 * @import { Fader, Motion, Mover } from '../types.d.ts'
 */

import { fileOf, pieces, rankOf } from './geometry.js';

/** The duration of one leg: a jump of a multi-jump is a little faster than a single move. */
const LEG_MS = 170;
const CHAIN_LEG_MS = 145;
const FADE_MS = 150;

/** The opacity of a captured piece while the move is still being entered. */
export const GHOST = 0.32;

/** Ease-out: fast at first, then slower. @param {number} t */
const easeOut = (t) => 1 - (1 - t) ** 3;

/**
 * @param {number} start
 * @param {number} leg
 * @param {Mover[]} movers
 * @param {Fader[]} faders
 * @returns {Motion}
 */
function motion(start, leg, movers, faders) {
  const legs = Math.max(0, ...movers.map((mover) => mover.stops.length - 1));
  const ends = Math.max(legs * leg, ...faders.map((fader) => fader.at + FADE_MS));
  return { start, leg, movers, faders, ends };
}

/**
 * The animation of a move, from the square where its piece is now to the end of the path.
 *
 * @param {string[]} rows the position before the move
 * @param {Pick<Move, 'path' | 'captured' | 'crowns'>} move the move, or its first jumps
 * @param {{ shown: number, ghosts: number, whole: boolean }} state `shown`: the legs that the player has seen; `ghosts`:
 *   the captured pieces that are faded already; `whole`: whether the move ends here, so that they leave the board
 * @param {number} now
 * @returns {Motion | null}
 */
export function turn(rows, move, { shown, ghosts, whole }, now) {
  const board = pieces(rows);
  const letter = board.get(move.path[0]);
  if (!letter) return null;
  const stops = move.path.slice(shown);
  const leg = move.path.length > 2 ? CHAIN_LEG_MS : LEG_MS;
  const after = move.crowns ? letter.toUpperCase() : letter;
  const faders = move.captured.flatMap((square, index) => {
    const taken = board.get(square);
    if (!taken) return [];
    if (index < ghosts && !whole) return [];
    const at = Math.max(0, index + 0.65 - shown) * leg;
    return [{ letter: taken, square, at, from: index < ghosts ? GHOST : 1, to: whole ? 0 : GHOST }];
  });
  return motion(now, leg, [{ letter, after, stops }], faders);
}

/**
 * The animation from one position to any other: each new piece comes from the nearest missing piece of the same kind; a
 * piece without a match fades.
 *
 * @param {string[]} before
 * @param {string[]} after
 * @param {number} now
 * @returns {Motion | null} null if nothing changes, or too much to follow
 */
export function change(before, after, now) {
  const old = pieces(before);
  const young = pieces(after);
  const gone = [...old].filter(([square, letter]) => young.get(square) !== letter);
  const come = [...young].filter(([square, letter]) => old.get(square) !== letter);
  if (gone.length + come.length === 0 || gone.length + come.length > 8) return null;
  /** @type {Mover[]} */
  const movers = [];
  const faders = [];
  for (const [square, letter] of come) {
    const like = gone
      .filter(([, other]) => other.toLowerCase() === letter.toLowerCase())
      .sort((a, b) => distance(a[0], square) - distance(b[0], square))[0];
    if (like) {
      gone.splice(gone.indexOf(like), 1);
      movers.push({ letter: like[1], after: letter, stops: [like[0], square] });
    } else {
      faders.push({ letter, square, at: 0, from: 0, to: 1 });
    }
  }
  for (const [square, letter] of gone) faders.push({ letter, square, at: 0, from: 1, to: 0 });
  return motion(now, LEG_MS, movers, faders);
}

/**
 * @param {string} a
 * @param {string} b
 */
const distance = (a, b) => Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));

/**
 * The position of a mover: `part` of the way between `from` and `to`.
 *
 * @param {Motion} running
 * @param {Mover} mover
 * @param {number} now
 */
export function place(running, mover, now) {
  const legs = mover.stops.length - 1;
  const at = Math.max(0, now - running.start) / running.leg;
  const index = Math.min(Math.floor(at), Math.max(0, legs - 1));
  const landed = at >= legs;
  const part = landed ? 1 : easeOut(at - index);
  return { from: mover.stops[index], to: mover.stops[Math.min(index + 1, legs)], part, landed };
}

/**
 * The opacity of a fader.
 *
 * @param {Motion} running
 * @param {Fader} fader
 * @param {number} now
 */
export function strength(running, fader, now) {
  const t = Math.min(1, Math.max(0, (now - running.start - fader.at) / FADE_MS));
  return fader.from + (fader.to - fader.from) * easeOut(t);
}

/**
 * @param {Motion} running
 * @param {number} now
 */
export const isOver = (running, now) => now - running.start >= running.ends;
