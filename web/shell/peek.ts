/** A button of a list of moves: it shows its move while it is pointed at or focused. */

import type { GameController } from '../game/api.d.ts';
import { html } from '../lib/html.ts';

interface Peek {
  name: string; // of the button, among all that are shown
  kind: string; // its class
  isShown: boolean; // whether its move is shown now
  isSure?: boolean; // whether each click acts
  show: (isOn: boolean) => void;
  act: () => void;
}

/** A click acts on what was shown before the press: on a touch screen the first tap shows the move, the second plays it. */
export function peekButton({ page }: GameController, peek: Peek, content: unknown) {
  const { name, kind, isShown, isSure, show, act } = peek;
  const press = () => page.set({ pressed: isShown ? name : null });
  // `pointermove`, not `pointerenter`: what appears under a resting mouse is not shown.
  const point = (isOn: boolean) => (event: PointerEvent) => event.pointerType === 'mouse' && show(isOn);
  const focus = ({ currentTarget }: Event) => (currentTarget as Element).matches(':focus-visible') && show(true);
  // A click without a pointer is a key's.
  const click = ({ detail }: MouseEvent) => (isSure || !detail || page.state.pressed === name ? act() : show(true));
  return html`
    <button type="button" class=${isShown ? `${kind} shown` : kind} data-move=${name} @pointerdown=${press}
      @pointermove=${point(true)} @pointerleave=${point(false)} @focus=${focus} @blur=${() => show(false)}
      @click=${click}>${content}</button>`;
}
