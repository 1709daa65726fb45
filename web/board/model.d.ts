/**
 * What a board shows, and what a press on it does: all is decided. The board knows no match, no rules and no settings.
 * `boardModel` (`state/board.ts`) makes it of the state of the page.
 */

import type { Motion } from './animation.ts';
import type { Way } from './counted-lines.ts';
import type { Drawing } from './drawings.ts';
import type { Shape } from './geometry.ts';
import type { Outlined } from './groups.ts';

export interface BoardModel {
  game: string; // its key
  shape: Shape;
  turned: boolean; // whether it is seen from its upper side
  upright: boolean; // whether a wide board stands upright
  look: { board: string; pieces: string }; // keys of `MATERIALS` and `SHAPES`
  coordinates: boolean; // whether the frame shows the letters and numbers of files and ranks
  numbers: boolean; // whether squares show their numbers, where the game numbers them

  pieces: Map<string, string>; // letters by square, with the entered part of a move made
  ghosts: Set<string>; // the squares of the pieces that this part has captured
  motion: Motion | null; // the animation that runs, or has run
  refused: Refused | null; // the move that was refused last

  last: string[]; // the path of the last move, tinted
  entered: string[]; // the path of the move that is being entered, tinted
  premove: string[]; // that of a move in advance
  trail: string[]; // the path of a multi-jump, drawn as a line: of the move that is being entered, else of the last one
  isScored: boolean; // whether islands have their points on them: then the jumps of a move that has ended get no numbers
  compulsory: string[]; // the pieces that must capture, if not all of a side can
  targets: Set<string>; // where the selected piece may go, or which pieces may be selected
  lines: { from: string; ways: Way[] } | null; // the lines of the selected piece, where they are counted
  groups: Outlined[];
  isDecided: boolean; // whether the outlines of groups are strong: the game has ended, or they were asked for
  drawings: Drawing[]; // over the pieces, from the lowest on

  movable: Set<string>; // the squares on which a press picks up a piece
  selected: string | null; // the square of the piece that is selected
  isEdited: boolean; // whether a position is set up: a piece may go anywhere, off the board, too
  hasTool: boolean; // whether a press there puts a piece or removes one
}

/** A move that was just refused, as the board shows it for a moment. */
export interface Refused {
  squares: string[]; // that flash: where the move was refused
  because: string[]; // squares that are the reason, as the pieces that must capture
  piece: string | null; // the square of the piece that shakes
  since: number; // when, in ms
  moves: boolean; // whether anything may move
}
