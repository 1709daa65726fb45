/**
 * What is drawn over the board: of the analysis, arrows for the best lines or, where all moves are listed, scores on the
 * squares where they go; a mistake that is looked at; what the player has drawn; a hint.
 */

import type { Drawing, Tone } from '../board/drawings.ts';
import { sideOn } from '../board/geometry.ts';
import type { Match } from './game.d.ts';
import { figure, WON_SCORE } from './score.ts';
import { editOf, puzzleOf } from './session.ts';
import type { Analysis, Hint, State } from './state.ts';

const arrow = (path: string[]): Drawing =>
  path.length === 1
    ? { kind: 'circle', square: path[0], tone: 'suggested' }
    : { kind: 'arrow', path, tone: 'suggested' };

/** From the lowest on. */
export function drawings(state: State): Drawing[] {
  const { pointed, preview, hint } = state;
  if (preview) return own(state.drawn); // all else is about the position before it
  return [
    ...mistake(state),
    ...lines(state),
    ...own(state.drawn),
    ...(pointed && !editOf(state) ? [arrow(pointed)] : hint ? hinted(hint, state) : []),
  ];
}

function lines(state: State): Drawing[] {
  const { analysis, match, draft, hint, pointed, meta } = state;
  if (!analysis || !match || match.outcome || analysis.node !== match.node) return [];
  if (hint || pointed || editOf(state)) return [];
  if (analysis.lines.length > 3 || analysis.every) return rated(analysis, match, state);
  if (draft.length) return [];
  const way = match.side === 'w' ? 1 : -1;
  const best = way * (analysis.lines[0]?.score ?? 0);
  const drawn = analysis.lines.map(({ score, moves }, at): Drawing => {
    const worse = Math.min(1, Math.max(0, best - way * score) / (meta.points ? 300 : 120));
    const strength = 0.72 - 0.3 * worse;
    return { ...arrow(moves[0]?.path ?? []), ...(at && { alpha: strength, width: strength }) };
  });
  // The best one is on top.
  return drawn.reverse();
}

/** What the player has drawn: circles and arrows. */
const own = (drawn: string[][]) =>
  drawn.map(
    (path): Drawing =>
      path.length > 1
        ? { kind: 'arrow', path, tone: 'own', alpha: 0.85, width: 0.8 }
        : { kind: 'circle', square: path[0], tone: 'own' },
  );

/**
 * An arrow for the suggested move, unless that is for the player to find; the reason in a second colour. A move of the
 * player's that is the reason would give the suggested one away, a threat of the opponent does not.
 */
function hinted({ path, squares = [], arrow: other = [], isIdea }: Hint, { rows, match }: State): Drawing[] {
  const boxes = squares.map((square): Drawing => ({ kind: 'box', square, tone: 'reason' }));
  const reason: Drawing = { kind: 'arrow', path: other, tone: 'reason', alpha: 0.85, width: 0.7 };
  if (!isIdea) return [...boxes, reason, arrow(path)];
  const side = other.length && sideOn(rows, other[0]);
  return side && side !== match?.side ? [...boxes, reason] : boxes;
}

/** A mistake that is looked at: an arrow for the played move and the better one, where that is no longer looked for. */
function mistake(state: State): Drawing[] {
  const { match, analysis, pointed, draft, review } = state;
  if (!match || analysis || pointed || draft.length || editOf(state)) return [];
  const wrong = (path: string[]): Drawing => ({ kind: 'arrow', path, tone: 'bad', alpha: 0.8, width: 0.8 });
  const puzzle = puzzleOf(state);
  if (puzzle?.card) {
    const { played, line } = puzzle.card;
    const slip = match.ply ? null : match.moves.find(({ text }) => text === played);
    // Solved by another good move, it still has a best one: that is told in words, and would not be seen otherwise.
    const isOther = puzzle.state === 'solved' && puzzle.tried !== line[0].text && match.ply <= 1;
    return [...(slip ? [wrong(slip.path)] : []), ...(isOther ? [arrow(line[0].path)] : [])];
  }
  if (!review?.at || match.node !== review.at.node) return [];
  return [wrong(review.at.played), arrow(review.at.better)];
}

/** The best score of each square that comes next in a move. */
function rated({ lines, exact }: Analysis, match: Match, { draft, meta: { points } }: State): Drawing[] {
  const way = match.side === 'w' ? 1 : -1;
  const best: Map<string, number> = new Map();
  for (const { score, moves } of lines) {
    const path = moves[0]?.path ?? [];
    if (!draft.every((square, at) => path[at] === square)) continue;
    const square = path[draft.length];
    if (square && !best.has(square)) best.set(square, way * score);
  }
  const top = Math.max(...best.values());
  return [...best].map(([square, score]): Drawing => {
    // Whole points are written as such before they are sure, too.
    const text = figure(way * score, { points, exact: exact || (points && score % 100 === 0) });
    return { kind: 'score', square, text, tone: tone(score, top, points) };
  });
}

/** How good a move's score is, which is the mover's; the figure is White's, as everywhere. */
function tone(score: number, top: number, points: boolean): Tone {
  if (Math.abs(score) >= WON_SCORE || points) return score > 0 ? 'good' : score < 0 ? 'bad' : 'even';
  return top - score < 15 ? 'good' : top - score < 80 ? 'even' : 'bad';
}
