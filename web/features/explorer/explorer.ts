/** What the opening explorer shows of the match on the board. */

import { initial, nullable } from '../../lib/first.ts';
import type { LinePosition, OpeningsReply, Side } from '../../protocol.d.ts';
import type { Match } from '../../state/game.d.ts';
import type { Lined } from '../../state/kept.ts';
import { type Page, Slice } from '../../state/state.ts';
import type { Played } from '../../store/library/catalogue.ts';

export type Explorer = ReturnType<typeof unexplored>;

/**
 * `asked` is the match that a part was last asked for, `match` the one that it shows until the reply is here. `counted` are
 * which games of the library: a collection, or all; and which images of the position.
 */
const unexplored = (counted: { collection: string; mirrored: boolean; rotated: boolean }) => ({
  book: {
    asked: nullable<Match>(),
    match: nullable<Match>(),
    page: nullable<OpeningsReply>(), // null, though there is a match, if the book could not be loaded
    left: nullable<{ last: number; by: number }>(), // out of the book, the last node that it has, and that of the next move
  },
  counted,
  games: {
    asked: nullable<Match>(),
    match: nullable<Match>(),
    found: nullable<{ moves: Played[]; ended: Played; games: number }>(),
    isEmpty: false, // whether the library has no game of this kind
    collections: initial<string[]>([]),
    fault: '',
  },
  // the player's lines
  lines: {
    asked: nullable<Match>(),
    match: nullable<Match>(),
    positions: initial<readonly LinePosition[]>([]),
    known: initial<Record<Side, Map<string, Lined>>>({ w: new Map(), b: new Map() }), // the positions by their key
    fault: '',
  },
  message: '', // what was done with the lines, or why not
});

export const explorer = new Slice(unexplored({ collection: '', mirrored: false, rotated: false }));

/** Empties it; which games it counts stays. */
export const clear = (page: Page) => explorer.put(page, unexplored(explorer.of(page.state).counted));
