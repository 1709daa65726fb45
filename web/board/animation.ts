/** Animations of moves. A motion holds all that draws it, so it may still run when the position below has changed. */

import { after, distance, pieces, type Steps, sideOn } from './geometry.ts';

/** A piece that moves along `stops`, one leg after another; `after` is its letter at the end. */
type Mover = { letter: string; after: string; stops: string[] };

/** A piece that fades out (`to` 0) or in (`to` 1), starting `at` ms after the motion; it is a ghost from `dim` ms on. */
type Fader = { letter: string; square: string; at: number; dim?: number; from: number; to: number };

/** An animation on the board: it begins at `start` and ends `ends` ms later; a leg takes `leg` ms. */
export type Motion = { start: number; leg: number; movers: Mover[]; faders: Fader[]; ends: number };

/** One leg of a move, in ms: each jump of a multi-jump is slow enough to be followed. */
const LEG_MS = 170;
const CHAIN_LEG_MS = 230;
const FADE_MS = 170;

const GLOW_MS = 320; // how long the square that a piece has landed on glows, in ms
export const GHOST = 0.32; // the opacity of a captured piece while the move is still being entered

/** Ease-out: fast at first, then slower. */
const easeOut = (t: number) => 1 - (1 - t) ** 3;

function motion(start: number, leg: number, movers: Mover[], faders: Fader[]): Motion {
  const legs = Math.max(0, ...movers.map((mover) => mover.stops.length - 1));
  const ends = Math.max(legs * leg, ...faders.map((fader) => fader.at + FADE_MS));
  return { start, leg, movers, faders, ends };
}

/** How much of a move was seen: `shown` legs, `ghosts` of captures; `whole`: it ends here, and the ghosts go. */
type Seen = { shown: number; ghosts: number; whole: boolean };

/**
 * The animation of a move, or of its first jumps, from where its piece is now. `rows` is the position before it; `pace` is
 * how many times as long as usual it takes.
 */
export function turn(rows: string[], move: Steps, { shown, ghosts, whole }: Seen, now: number, pace: number = 1) {
  const board = pieces(rows);
  const letter = board.get(move.path[0]);
  if (!letter) return null;
  if (move.path.length === 1)
    return motion(now, LEG_MS * pace, [], [{ letter, square: move.path[0], at: 0, from: 1, to: 0 }]);
  const stops = move.path.slice(shown);
  const chain = move.path.length > 2;
  const leg = (chain ? CHAIN_LEG_MS : LEG_MS) * pace;
  const after = move.crowns ? letter.toUpperCase() : letter;
  const faders = move.captured.flatMap((square, index) => {
    const taken = board.get(square);
    if (!taken || (index < ghosts && !whole)) return [];
    const dim = Math.max(0, index + 0.65 - shown) * leg;
    // In a multi-jump the captured pieces are dimmed as they are jumped, and leave the board after the last jump.
    const at = whole && chain ? Math.max(0, stops.length - 1) * leg : dim;
    const from = index < ghosts ? GHOST : 1;
    return [{ letter: taken, square, at, from, to: whole ? 0 : GHOST, ...(at > dim ? { dim } : {}) }];
  });
  return motion(now, leg, [{ letter, after, stops }], faders);
}

/** The animation to another position: new pieces come from the nearest alike. Null for no change, or too many. */
export function change(before: string[], after: string[], now: number, pace: number = 1) {
  const old = pieces(before);
  const young = pieces(after);
  const gone = [...old].filter(([square, letter]) => young.get(square) !== letter);
  const come = [...young].filter(([square, letter]) => old.get(square) !== letter);
  if (gone.length + come.length === 0 || gone.length + come.length > 8) return null;
  const movers: Mover[] = [];
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
  return motion(now, LEG_MS * pace, movers, faders);
}

/** The position of a mover: `part` of the way between `from` and `to`. */
export function place(running: Motion, mover: Mover, now: number) {
  const legs = mover.stops.length - 1;
  const at = Math.max(0, now - running.start) / running.leg;
  const index = Math.min(Math.floor(at), Math.max(0, legs - 1));
  const landed = at >= legs;
  const part = landed ? 1 : easeOut(at - index);
  return { from: mover.stops[index], to: mover.stops[Math.min(index + 1, legs)], part, landed };
}

export function strength(running: Motion, { at, dim, from, to }: Fader, now: number) {
  const past = now - running.start;
  const part = (begins: number) => easeOut(Math.min(1, Math.max(0, (past - begins) / FADE_MS)));
  const before = dim === undefined ? from : from + (Math.min(from, GHOST) - from) * part(dim);
  return before + (to - before) * part(at);
}

/** The squares that a running multi-jump has reached, how many are `ahead`, the last one's `glow`; else null. */
export function landings(running: Motion, now: number) {
  const stops = running.movers[0]?.stops ?? [];
  if (running.movers.length !== 1 || stops.length < 3) return null;
  const at = Math.max(0, now - running.start) / running.leg;
  const legs = Math.min(Math.floor(at), stops.length - 1);
  const glow = legs ? Math.max(0, 1 - ((at - legs) * running.leg) / GLOW_MS) : 0;
  return { path: stops.slice(0, legs + 1), ahead: stops.length - 1 - legs, glow };
}

export const isOver = (running: Motion, now: number) => now - running.start >= running.ends;

/** How long the first and the last position stand, and how long one waits for the next move, in ms. */
const FIRST_MS = 700;
const LAST_MS = 1500;
export const PAUSE_MS = 380;

/** A move with all that it does: what is not named it does not do. */
export type SceneMove = Pick<Steps, 'path'> & Partial<Steps>;

/** One position of the loop. `move` led to it: it is animated from `before`. */
type Scene = { rows: string[]; before: string[]; move: Steps | null; stands: number };

/** The scenes of moves from a first position. Nothing is judged: what a move captures is written beside it. */
export function scenes(rows: string[], moves: SceneMove[]): Scene[] {
  const found: Scene[] = [{ rows, before: rows, move: null, stands: FIRST_MS }];
  for (const [index, { path, captured = [], crowns = false }] of moves.entries()) {
    const before = found[index].rows;
    const move = { path, captured, crowns };
    const stands = index === moves.length - 1 ? LAST_MS : PAUSE_MS;
    found.push({ rows: after(before, [move], sideOn(before, path[0]) === 'b' ? 'b' : 'w'), before, move, stands });
  }
  return found;
}

export const animated = ({ before, move }: Scene, now: number) =>
  move && turn(before, move, { shown: 0, ghosts: 0, whole: true }, now);
