/** A button of a list of moves: it shows its move while it is pointed at or focused; a click acts, also of a finger. */

import { html, nothing } from '../lib/html.ts';

interface Peek {
  name: string; // of the button, among all that are shown
  kind: string; // its class
  isShown: boolean; // whether its move is shown now
  isIdle?: boolean; // whether it is of a position that is not on the board any more
  show: (isOn: boolean) => void;
  act: () => void;
}

export function peekButton({ name, kind, isShown, isIdle, show, act }: Peek, content: unknown) {
  // `pointermove`, not `pointerenter`: what appears under a resting mouse is not shown.
  const point = (isOn: boolean) => (event: PointerEvent) => event.pointerType === 'mouse' && show(isOn);
  const focus = ({ currentTarget }: Event) => (currentTarget as Element).matches(':focus-visible') && show(true);
  return html`
    <button type="button" class=${isShown ? `${kind} shown` : kind} data-move=${name}
      aria-disabled=${isIdle || nothing} @pointermove=${point(true)}
      @pointerleave=${point(false)} @focus=${focus} @blur=${() => show(false)} @click=${act}>${content}</button>`;
}
