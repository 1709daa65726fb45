/**
 * Mouse, pen and touch input on the board. It only finds squares; what one means is decided by `MoveEntry.enter`
 * (`game/entry.ts`) and the other callbacks, which `main.ts` gives. Pressing a piece that may move selects it;
 * moving it more than `CLICK_SLACK_PX` pixels drags it. A finger that starts on such a piece drags; anywhere else it
 * scrolls the page. A scroll never enters anything, because the browser then cancels the pointer. While one pointer is
 * down no other counts, but for a pen: the hand that holds it may lie on the board.
 */

import { succeeds } from '../lib/attempt.ts';
import { editOf } from '../state/mode.ts';
import { chosen, follow, premover, touched } from '../state/path.ts';
import { isOpen, type State } from '../state/state.ts';
import { pieces, sideOn } from './geometry.ts';
import type { BoardView } from './view.ts';

const CLICK_SLACK_PX = 3; // a press that moves no further than this is a click

/**
 * What the board reports: `enter`: a square was clicked, or a piece was dragged to it. `draw`: the right button went from
 * one square to another, or was pressed on one. In the editor, `movePiece`: a piece was moved (`to` is null off the board);
 * `releasePiece`: it was dropped where it was. Where a dragged piece is meanwhile the board alone knows.
 */
interface Callbacks {
  enter: (square: string, how?: { dragged?: boolean }) => void;
  draw: (path: string[]) => void;
  movePiece: (from: string, to: string | null) => void;
  releasePiece: () => void;
}

export function listen(view: BoardView, state: State, { enter, draw, movePiece, releasePiece }: Callbacks) {
  const { canvas } = view;
  let press: null | {
    id: number;
    isPen: boolean;
    square: string;
    x: number;
    y: number;
    holds: boolean;
    again: boolean;
  } = null;

  const under = (event: { clientX: number; clientY: number }) => view.at({ x: event.clientX, y: event.clientY }).over;

  /** Whether a press on this square picks up a piece. */
  const holds = (square: string | null) => {
    const edit = editOf(state);
    if (square && edit) return pieces(edit.rows).has(square);
    const early = premover(state);
    if (square && early) return sideOn(state.rows, square) === early;
    if (!square || !isOpen(state) || !state.match) return false;
    const { draft, match } = state;
    if (square === draft[draft.length - 1]) return true;
    if (touched(state) || draft.length > 1) return false;
    if (draft.length && follow(match.moves, draft).next.has(square)) return false;
    return match.moves.some((move) => move.path[0] === square);
  };

  const hold = (event: TouchEvent) => {
    const isHeld = event.touches.length === 1 ? holds(under(event.touches[0])) : press?.isPen && press.holds;
    if (isHeld) event.preventDefault();
  };
  canvas.addEventListener('touchstart', hold, { passive: false });

  let drawnFrom: string | null = null; // where the right button went down
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  canvas.addEventListener('pointerdown', (event) => {
    const square = under(event);
    if (event.button === 2) drawnFrom = square;
    if (!square || !event.isPrimary || event.button !== 0) return;
    const isPen = event.pointerType === 'pen';
    // Who has the capture tells of its end.
    if (press && press.id !== event.pointerId && canvas.hasPointerCapture(press.id) && (press.isPen || !isPen))
      return;
    if (view.drag) drop();
    const isHeld = holds(square);
    const again = isHeld && [state.draft[state.draft.length - 1], state.premove[0]].includes(square);
    press = { id: event.pointerId, isPen, square, x: event.clientX, y: event.clientY, holds: isHeld, again };
    succeeds(() => canvas.setPointerCapture(event.pointerId)); // it may be gone already
    if (!isHeld) return;
    if (!again && !editOf(state)) enter(square);
  });

  canvas.addEventListener('pointermove', (event) => {
    if (!press || press.id !== event.pointerId) return event.pointerType === 'mouse' && hover(under(event));
    if (!press.holds) return;
    const { clientX: x, clientY: y } = event;
    if (!view.drag && Math.hypot(x - press.x, y - press.y) <= CLICK_SLACK_PX) return;
    const from = view.drag?.from ?? (editOf(state) ? press.square : chosen(state));
    if (from) view.carry(from, x, y);
  });

  canvas.addEventListener('pointerup', (event) => {
    if (event.button === 2) {
      const to = under(event);
      if (drawnFrom && to) draw([...new Set([drawnFrom, to])]);
      drawnFrom = null;
    }
    if (!press || press.id !== event.pointerId) return;
    const { square, holds: held, again } = press;
    press = null;
    const over = under(event);
    if (view.drag) {
      drop();
      if (editOf(state)) {
        if (over === square) releasePiece();
        else movePiece(square, over);
      } else if (over && over !== square) enter(over, { dragged: true });
    } else if (over === square && (!held || again || editOf(state))) {
      enter(square);
    }
    if (event.pointerType === 'mouse') hover(over);
  });

  canvas.addEventListener('pointercancel', ({ pointerId }) => {
    if (press?.id !== pointerId) return;
    press = null;
    drop();
    if (editOf(state)) releasePiece();
  });

  function hover(square: string | null) {
    const edit = editOf(state);
    const isTarget = square && isOpen(state) && follow(state.match?.moves ?? [], state.draft).next.has(square);
    const cursor = holds(square) && !edit?.tool ? 'grab' : edit || isTarget ? 'pointer' : 'default';
    canvas.style.cursor = view.drag ? 'grabbing' : cursor;
  }

  function drop() {
    view.drag = null;
    view.ask();
  }
}
