/**
 * Entering a move: the path (the draft) grows square by square. Mouse, touch and keyboard all end here. This module
 * knows no rules: a square either continues one of the legal moves or does not, and then the page asks Python why.
 */

import type { Move, Side } from '../protocol.d.ts';
import { ownSide } from './result.ts';
import { isOpen, rights } from './rights.ts';
import { puzzleOf } from './session.ts';
import type { State } from './state.ts';

const begins = (path: string[], beginning: string[]) => beginning.every((name, index) => path[index] === name);

/** The legal moves that begin with the draft, their next squares, the move that it completes, and its captures. */
export function follow(moves: Move[], draft: string[]) {
  const left = moves.filter((move) => move.path.length > 0 && begins(move.path, draft));
  const next = new Set(left.map((move) => move.path[draft.length]).filter((name) => name !== undefined));
  const whole = draft.length ? (left.find((move) => move.path.length === draft.length) ?? null) : null;
  const captured = draft.length > 1 && left.length ? left[0].captured.slice(0, draft.length - 1) : [];
  return { left, next, whole, captured };
}

/** Whether a multi-jump that is being entered may end where it is. */
export const mayEnd = ({ match, draft }: { match: { moves: Move[] } | null; draft: string[] }) =>
  follow(match?.moves ?? [], draft).whole !== null;

/** The square of the piece that is selected: where the entered move has come to, or of a move in advance. */
export const chosen = ({ draft, premove }: Pick<State, 'draft' | 'premove'>): string | undefined =>
  draft[draft.length - 1] ?? premove[0];

/** The pass, if it is the only legal move. */
export const onlyPass = (moves: Move[]) => (moves.length === 1 && moves[0].path.length === 0 ? moves[0] : null);

/** What entering a square does. `ask`: several paths end there; `refuse`: `path` is what to ask Python about. */
type Entry =
  | { kind: 'draft'; draft: string[] }
  | { kind: 'play'; move: Move }
  | { kind: 'ask' }
  | { kind: 'refuse'; path: string[] };

export function enter(moves: Move[], draft: string[], name: string): Entry {
  const starts = new Set(moves.map((move) => move.path[0]));
  const { left, whole } = follow(moves, draft);
  const path = [...draft, name];
  const longer = left.filter((move) => begins(move.path, path));
  if (longer.length === 1 && longer[0].path.length === path.length) return { kind: 'play', move: longer[0] };
  if (draft.length) {
    if (longer.length) return { kind: 'draft', draft: path };
    if (name === draft[draft.length - 1]) {
      if (whole) return { kind: 'play', move: whole };
      return { kind: 'draft', draft: draft.length === 1 ? [] : draft };
    }
  }
  const ending = left.filter((move) => move.path[move.path.length - 1] === name);
  if (draft.length < 2 && starts.has(name)) return { kind: 'draft', draft: [name] };
  if (ending.length === 1) return { kind: 'play', move: ending[0] };
  if (ending.length > 1 && draft.length) return { kind: 'ask' };
  return { kind: 'refuse', path };
}

/**
 * Touch-move, as the document about Italian draughts has it: "Once a player selects a piece to move, they are
 * obligated to complete their turn with that specific piece." It is a setting of the page and not an option of the
 * rules: a position, a record and the computer know nothing of it. Where one tries things it does not hold. The square of
 * the piece that must move, since it was picked up; null if there is none.
 */
export function touched(state: State) {
  const { settings, draft, pending } = state;
  if (!settings.touch || pending || !rights(state).touch) return null;
  return draft[0] ?? null;
}

/** Whether a typed move is, in either notation, one of the legal moves of the piece that must move. */
export function isOfPiece(moves: { text: string; path: string[] }[], square: string, typed: string) {
  const parts = (text: string) => (text.toLowerCase().match(/[a-wyz0-9]+/g) ?? []).join();
  const wanted = parts(typed);
  return moves.some(({ text, path }) => path[0] === square && [parts(text), path.join()].includes(wanted));
}

/** Whose move can be entered in advance; null while none can. */
export function premover(state: State): Side | null {
  const { match, boot, paused, preview, settings, players } = state;
  if (!settings.premove || !match || match.outcome || boot.phase !== 'ready' || paused || preview) return null;
  if (isOpen(state) || !rights(state).premove) return null;
  return puzzleOf(state)?.side ?? ownSide({ players });
}

/**
 * The squares to enter for a piece that was picked up, or for its move to another square: of the one move that ends there,
 * else of those that first stop there. The piece alone where several ways lead there; nothing where none does.
 */
export function pathOf(moves: Move[], [from, to]: string[]): string[] {
  const own = moves.filter(({ path }) => path[0] === from);
  if (to === undefined) return own.length ? [from] : [];
  const ending = own.filter(({ path }) => path[path.length - 1] === to);
  if (ending.length === 1) return ending[0].path;
  if (own.some(({ path }) => path[1] === to)) return [from, to];
  return ending.length ? [from] : [];
}
