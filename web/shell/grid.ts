/** The accessible board: a grid of buttons over the squares. Each button's name begins with its square. */

import { fileOf, lines, rankOf } from '../board/geometry.ts';
import type { GameController } from '../game/controller.ts';
import { byId } from '../lib/dom.ts';
import { html, keyed, nothing, render } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { standing } from '../state/board.ts';
import { called, pieceName } from '../state/describe.ts';
import { follow, touched } from '../state/path.ts';
import { isOpen } from '../state/rights.ts';
import { everything, isTurned, isUpright, type State } from '../state/state.ts';

export const toBoard = () =>
  (byId('grid').querySelector('[tabindex="0"]') as HTMLElement | null)?.focus({ preventScroll: true });

const legal = (state: State) => (isOpen(state) ? (state.match?.moves ?? []) : []);

/** The pieces that can move: before one is chosen, and then in its place. */
const movable = (state: State) =>
  new Set(state.draft.length > 1 || touched(state) ? [] : legal(state).map(({ path }) => path[0]));

/** The squares that can be entered now: pieces that can move, or targets of the piece that is chosen. */
const enterable = (state: State) => (state.draft.length ? follow(legal(state), state.draft).next : movable(state));

type Squares = ReturnType<typeof standing> & { open: Set<string>; pieces: Set<string> };

function label(state: State, name: string, { board, ghosts, open, pieces }: Squares) {
  const letter = board.get(name);
  const parts = [called(state.meta, name), letter ? pieceName(state.meta, letter) : t('square.empty')];
  const { draft, premove } = state;
  if (ghosts.has(name)) parts.push(t('square.captured'));
  if ([draft.at(-1), ...premove].includes(name)) parts.push(t('square.chosen'));
  else if (open.has(name) && draft.length) parts.push(t('square.target'));
  else if (pieces.has(name)) parts.push(t(state.match?.forced ? 'square.must' : 'square.can'));
  return parts.join(', ');
}

/** Draws the grid. What it returns moves the focus to the next, or previous, square that can be entered. */
export function grid(
  controller: Pick<GameController, 'page'> & { entry: Pick<GameController['entry'], 'enter'> },
  element: HTMLElement = byId('grid'),
): (back: boolean) => void {
  const { page } = controller;
  let game = '';
  let home = ''; // the square that Tab focuses: the last focused one; before that, the first piece that can move
  let visited = false;

  /** The squares as they stand on the screen, in rows. */
  const rows = (state: State) => lines(state.meta, { turned: isTurned(state), upright: isUpright(state) });

  /** The used squares in visual order. */
  const squares = (state: State) =>
    rows(state).flatMap((row) => row.filter((name) => state.meta.squares.includes(name)));

  const draw = () => {
    const { state } = page;
    const used = new Set(state.meta.squares);
    const shown = { ...standing(state), open: enterable(state), pieces: movable(state) };
    const square = (name: string) => html`
      <button type="button" data-square=${name} tabindex=${name === home ? 0 : -1}
        aria-label=${label(state, name, shown)}></button>`;
    const cell = (name: string) =>
      html`<div role="gridcell" class="grid-cell">${used.has(name) ? square(name) : nothing}</div>`;
    const row = (names: string[]) => html`
      <div role="row" class="grid-row" @click=${press} @keydown=${go} @focusin=${visit}>${names.map(cell)}</div>`;
    const place = `${state.meta.key} ${isTurned(state)} ${isUpright(state)}`;
    render(keyed(place, rows(state).map(row)), element);
  };

  const focus = () => (element.querySelector(`[data-square="${home}"]`) as HTMLElement | null)?.focus();

  const move = (name: string) => {
    home = name;
    draw();
    focus();
  };

  /** The nearest used square in a direction on the screen: right in the same rank; up at most one file aside. */
  const beside = (from: string, right: number, up: number) => {
    const way = isTurned(page.state) ? -1 : 1;
    if (isUpright(page.state)) [right, up] = [up && -up, right];
    const file = fileOf(from);
    const rank = rankOf(from);
    const places = page.state.meta.squares.filter((name) =>
      right
        ? rankOf(name) === rank && (fileOf(name) - file) * right * way > 0
        : (rankOf(name) - rank) * up * way > 0 && Math.abs(fileOf(name) - file) <= 1,
    );
    const lean = rank % 2 ? 0.1 : -0.1;
    const far = (name: string) => 4 * Math.abs(rankOf(name) - rank) + Math.abs(fileOf(name) - file + lean);
    return places.sort((a, b) => far(a) - far(b))[0] ?? from;
  };

  const go = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset.square;
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const right = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const up = { ArrowDown: -1, ArrowUp: 1 }[event.key] ?? 0;
    if (!right && !up) return;
    event.preventDefault();
    event.stopPropagation();
    move(beside(from, right, up));
  };
  const press = (event: Event) => {
    const name = (event.target as HTMLElement).dataset.square;
    if (!name) return;
    if (name !== home) move(name);
    controller.entry.enter(name, { spoken: true });
  };
  const visit = () => {
    visited = true;
  };

  page.view(everything, (state) => {
    const { meta, match } = state;
    if (game !== meta.key) visited = false;
    game = meta.key;
    if (!meta.squares.includes(home)) home = meta.squares[0] ?? '';
    const first = new Set(legal(state).map(({ path }) => path[0]));
    // The squares nearest to the player first.
    const near = visited ? undefined : squares(state).findLast((name) => first.has(name));
    home = near ?? home;
    element.dataset.node = String(match?.node ?? '');
    const isHeld = element.contains(document.activeElement);
    const isVisited = visited;
    draw();
    if (!isHeld || (!near && element.contains(document.activeElement))) return;
    focus();
    // A square that nobody chose counts only if it can be entered.
    visited = isVisited || near !== undefined;
  });

  return (back) => {
    const open = enterable(page.state);
    const names = squares(page.state);
    if (back) names.reverse();
    const after = names.indexOf(home) + 1;
    move([...names.slice(after), ...names.slice(0, after)].find((name) => open.has(name)) ?? home);
  };
}
