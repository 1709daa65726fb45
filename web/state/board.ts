/** What the board shows of the state of the page, and what a press on it does. */

import { countedWays } from '../board/counted-lines.ts';
import { pieces, sideOn } from '../board/geometry.ts';
import type { Outlined } from '../board/groups.ts';
import type { BoardModel } from '../board/model.d.ts';
import { drawings } from './advice.ts';
import { chosen, follow, premover, touched } from './path.ts';
import { counting, decisiveGroups } from './result.ts';
import { isOpen } from './rights.ts';
import { editOf } from './session.ts';
import { isTurned, isUpright, look, SIDES, type State } from './state.ts';

type Pieces = Map<string, string>;

export function boardModel(state: State): BoardModel {
  const { meta, match, draft, preview, settings, premove, refused } = state;
  const edit = editOf(state);
  // The game of a link that is on its way: nothing of the one that it takes the place of is seen.
  const isBare = state.arriving === 'other';
  const { board, ghosts } = standing(state);
  const isEnterable = isOpen(state);
  const next = isEnterable ? follow(match?.moves ?? [], draft).next : new Set<string>();
  const shown = isBare ? [] : groups(state, board);
  const counts = meta.counts_lines && isEnterable && draft.length === 1;
  return {
    game: meta.key,
    shape: meta,
    turned: isTurned(state),
    upright: isUpright(state),
    look: look(state),
    coordinates: settings.coordinates,
    numbers: settings.numbers,
    pieces: board,
    ghosts,
    motion: preview || edit || isBare ? null : state.motion,
    refused: isBare ? null : refused,
    last: edit || isBare || draft.length > 1 ? [] : ((preview ? preview.last : state.last)?.path ?? []),
    entered: edit || isBare ? [] : draft,
    premove: isBare ? [] : premove,
    trail: isBare ? [] : trail(state),
    isScored: Boolean(match?.outcome?.islands),
    compulsory: isBare ? [] : compulsory(state),
    targets: next,
    lines: counts ? { from: draft[0], ways: countedWays(meta, board, draft[0], next) } : null,
    groups: shown,
    isDecided: Boolean(match?.outcome) || shown.some(({ golden }) => golden),
    drawings: isBare ? [] : drawings(state),
    movable: movable(state, next),
    selected: (edit ? edit.held : chosen(state)) ?? null,
    isEdited: edit !== null,
    hasTool: Boolean(edit?.tool),
  };
}

/** The pieces on the board with the partly entered move applied, and the pieces that it has captured so far. */
export function standing(state: State): { board: Pieces; ghosts: Set<string> } {
  const { draft, match, preview } = state;
  const edit = editOf(state);
  const board = pieces(preview?.rows ?? edit?.rows ?? state.rows);
  const ghosts = new Set<string>();
  if (state.arriving === 'other') board.clear();
  if (preview || edit || draft.length < 2) return { board, ghosts };
  const letter = board.get(draft[0]);
  const { captured, whole } = follow(match?.moves ?? [], draft);
  board.delete(draft[0]);
  for (const square of captured) ghosts.add(square);
  if (letter) {
    const end = draft[draft.length - 1];
    ghosts.delete(end);
    board.set(end, state.pending && whole?.crowns ? letter.toUpperCase() : letter);
  }
  return { board, ghosts };
}

/** The squares on which a press picks up a piece, where the selected one may go to `next`. */
function movable(state: State, next: Set<string>): Set<string> {
  const { match, draft, rows } = state;
  const edit = editOf(state);
  if (edit) return new Set(pieces(edit.rows).keys());
  const early = premover(state);
  if (early) return new Set([...pieces(rows).keys()].filter((square) => sideOn(rows, square) === early));
  if (!match || !isOpen(state)) return new Set();
  const own = draft.slice(-1);
  if (touched(state) || draft.length > 1) return new Set(own);
  const origins = match.moves.flatMap(({ path }) => path.slice(0, 1));
  return new Set([...origins.filter((square) => !draft.length || !next.has(square)), ...own]);
}

/** The pieces that must capture, unless every piece of the side can: then they would tell nothing. */
function compulsory(state: State): string[] {
  const { match, draft, preview } = state;
  if (!match?.forced || draft.length || preview || !isOpen(state)) return [];
  const able = new Set(match.moves.flatMap(({ path }) => path.slice(0, 1)));
  return able.size === match.counts[match.side] ? [] : [...able];
}

/** The path of a multi-jump: of the move that is being entered, else of the last one. */
function trail(state: State): string[] {
  const { last, preview, draft } = state;
  if (editOf(state)) return [];
  const path = preview ? preview.last.path : draft.length ? draft : (last?.path ?? []);
  return path.length > 2 ? path : [];
}

/** The groups that are outlined: islands with their points, or the largest group of a side where that was asked for. */
function groups(state: State, board: Pieces): Outlined[] {
  const { match, points, counted, preview, draft, meta, grouped } = state;
  if (!match || preview || editOf(state) || draft.length > 1) return [];
  const decisive = decisiveGroups(state, board);
  if (decisive) {
    const shown = points && counted !== null ? counting(points, counted) : points;
    const golden = !match.outcome?.islands;
    // An island that has not been counted yet has no badge.
    return SIDES.flatMap((side) =>
      decisive[side].map((squares, index) => ({ side, squares, golden, points: shown?.[side][index] || undefined })),
    );
  }
  return SIDES.flatMap((side): Outlined[] => {
    const all = match.groups?.[side] ?? [];
    if (meta.points) return all.map(({ squares, points }) => ({ side, squares, points: points ?? undefined }));
    // The first one is the largest; others may be as large.
    const largest = all.filter(({ squares }) => squares.length === all[0].squares.length);
    return grouped[side] ? largest.map(({ squares }) => ({ side, squares, golden: true })) : [];
  });
}
