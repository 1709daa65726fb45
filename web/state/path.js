/**
 * Entering a turn: a path grows square by square and is narrowed over the turns that the rules allow.
 *
 * Click, drag, finger and keyboard all end here. Nothing is decided: a square either continues one of the given
 * turns or it does not, and why it does not is a question for Python.
 *
 * @import { Move } from '../protocol.d.ts'
 */

/**
 * @param {string[]} path
 * @param {string[]} beginning
 */
const begins = (path, beginning) => beginning.every((name, index) => path[index] === name);

/**
 * What may follow the squares entered so far.
 *
 * @param {Move[]} moves
 * @param {string[]} draft
 */
export function follow(moves, draft) {
  const left = moves.filter((move) => move.path.length > 0 && begins(move.path, draft));
  const next = new Set(left.map((move) => move.path[draft.length]).filter((name) => name !== undefined));
  const whole = draft.length ? (left.find((move) => move.path.length === draft.length) ?? null) : null;
  const captured = draft.length > 1 && left.length ? left[0].captured.slice(0, draft.length - 1) : [];
  return { left, next, whole, captured };
}

/** The turn that passes, if it is the only one. @param {Move[]} moves */
export const onlyPass = (moves) => (moves.length === 1 && moves[0].path.length === 0 ? moves[0] : null);

/**
 * What a square does to the draft: it makes it longer, plays a turn, gives it up, asks which way is meant, or is
 * refused (`path` is then what to ask Python about).
 *
 * @typedef {{ kind: 'draft', draft: string[] } | { kind: 'play', move: Move } | { kind: 'ask' }
 *   | { kind: 'refuse', path: string[] }} Entry
 */

/**
 * @param {Move[]} moves
 * @param {string[]} draft
 * @param {string} name
 * @returns {Entry}
 */
export function enter(moves, draft, name) {
  const starts = new Set(moves.map((move) => move.path[0]));
  const { left, whole } = follow(moves, draft);
  if (draft.length) {
    const path = [...draft, name];
    const after = left.filter((move) => begins(move.path, path));
    if (after.length === 1 && after[0].path.length === path.length) return { kind: 'play', move: after[0] };
    if (after.length) return { kind: 'draft', draft: path };
    if (name === draft[draft.length - 1]) {
      if (whole) return { kind: 'play', move: whole };
      return { kind: 'draft', draft: draft.length === 1 ? [] : draft };
    }
  }
  const ending = left.filter((move) => move.path[move.path.length - 1] === name);
  if (draft.length < 2 && starts.has(name)) return { kind: 'draft', draft: [name] };
  if (ending.length === 1) return { kind: 'play', move: ending[0] };
  if (ending.length > 1 && draft.length) return { kind: 'ask' };
  return { kind: 'refuse', path: [...draft, name] };
}
