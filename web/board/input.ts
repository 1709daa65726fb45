/**
 * Mouse, pen and touch input on the board. It only finds squares; what one means is decided by `MoveEntry.enter`
 * (`game/entry.ts`) and the other callbacks, which `main.ts` gives. Pressing a piece that may move selects it;
 * moving it more than `CLICK_SLACK_PX` pixels drags it. A finger that starts on such a piece drags; anywhere else it
 * scrolls the page. A scroll never enters anything, because the browser then cancels the pointer. While one pointer is
 * down no other counts, but for a pen: the hand that holds it may lie on the board.
 */

import { succeeds } from '../lib/attempt.ts';
import type { BoardView } from './view.ts';

const CLICK_SLACK_PX = 3; // a press that moves no further than this is a click

/**
 * What the board reports: `enter`: a square was clicked, or a piece was dragged to it. `draw`: the right button went from
 * one square to another, or was pressed on one. Where the board is edited, `movePiece`: a piece was moved (`to` is null off
 * the board); `releasePiece`: it was dropped where it was. Where a dragged piece is meanwhile the board alone knows.
 */
interface Callbacks {
  enter: (square: string, how?: { dragged?: boolean }) => void;
  draw: (path: string[]) => void;
  movePiece: (from: string, to: string | null) => void;
  releasePiece: () => void;
}

export function listen(view: BoardView, { enter, draw, movePiece, releasePiece }: Callbacks) {
  const { canvas } = view;
  let press: null | {
    id: number;
    isPen: boolean;
    square: string;
    x: number;
    y: number;
    holds: boolean; // whether it has picked up a piece
    again: boolean; // whether this piece was selected before
  } = null;

  const under = (event: { clientX: number; clientY: number }) => view.at({ x: event.clientX, y: event.clientY }).over;

  const hold = (event: TouchEvent) => {
    const square = event.touches.length === 1 ? under(event.touches[0]) : null;
    const isHeld =
      event.touches.length === 1 ? square && view.model.movable.has(square) : press?.isPen && press.holds;
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
    if (view.drag) view.drop();
    const { movable, selected, isEdited } = view.model;
    const holds = movable.has(square);
    const again = holds && selected === square;
    press = { id: event.pointerId, isPen, square, x: event.clientX, y: event.clientY, holds, again };
    succeeds(() => canvas.setPointerCapture(event.pointerId)); // it may be gone already
    if (holds && !again && !isEdited) enter(square);
  });

  canvas.addEventListener('pointermove', (event) => {
    if (!press || press.id !== event.pointerId) return event.pointerType === 'mouse' && view.point(under(event));
    if (!press.holds) return;
    const { clientX: x, clientY: y } = event;
    if (!view.drag && Math.hypot(x - press.x, y - press.y) <= CLICK_SLACK_PX) return;
    const from = view.drag?.from ?? (view.model.isEdited ? press.square : view.model.selected);
    if (from) view.carry(from, x, y);
  });

  canvas.addEventListener('pointerup', (event) => {
    if (event.button === 2) {
      const to = under(event);
      if (drawnFrom && to) draw([...new Set([drawnFrom, to])]);
      drawnFrom = null;
    }
    if (!press || press.id !== event.pointerId) return;
    const { square, holds, again } = press;
    const { isEdited } = view.model;
    press = null;
    const over = under(event);
    if (view.drag) {
      view.drop();
      if (isEdited) {
        if (over === square) releasePiece();
        else movePiece(square, over);
      } else if (over && over !== square) enter(over, { dragged: true });
    } else if (over === square && (!holds || again || isEdited)) {
      enter(square);
    }
    if (event.pointerType === 'mouse') view.point(over);
  });

  canvas.addEventListener('pointercancel', ({ pointerId }) => {
    if (press?.id !== pointerId) return;
    press = null;
    view.drop();
    if (view.model.isEdited) releasePiece();
  });
}
