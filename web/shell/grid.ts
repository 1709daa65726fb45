/** The accessible board: a grid of buttons over the squares. Each button's name begins with its square. */

import { html, nothing, render } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { fileOf, lines, rankOf } from '../board/geometry.ts';
import { standing } from '../board/render.ts';
import type { GameController } from '../game/api.d.ts';
import { byId } from '../lib/dom.ts';
import { t, tOr } from '../lib/i18n.ts';
import { called } from '../state/describe.ts';
import { follow } from '../state/path.ts';
import { isOpen, isTurned, isUpright, type State } from '../state/state.ts';

/** Moves the focus to the board. */
export const toBoard = () =>
  (byId('grid').querySelector('[tabindex="0"]') as HTMLElement | null)?.focus({ preventScroll: true });

/** What can be entered now: the pieces that can move, or the targets of the piece that is chosen. */
interface Enterable {
  movable: Set<string>;
  next: Set<string>;
}

function enterable(state: State): Enterable {
  const moves = isOpen(state) ? (state.match?.moves ?? []) : [];
  const movable = new Set(moves.map((one) => one.path[0]));
  return state.draft.length ? { movable, next: follow(moves, state.draft).next } : { movable, next: new Set() };
}

/** The label of a square: its name, its piece, and what can be done with it. */
function label(
  state: State,
  name: string,
  { board, ghosts }: { board: Map<string, string>; ghosts: Set<string> },
  { movable, next }: Enterable,
) {
  const letter = board.get(name);
  const parts = [called(state.meta, name)];
  if (letter) {
    const side = letter.toLowerCase();
    const kind = letter === side ? state.meta.piece : 'king';
    parts.push(tOr(`square.${side}.${kind}`, `${t(`side.${side}`)} ${kind}`));
  } else {
    parts.push(t('square.empty'));
  }
  const { draft } = state;
  if (ghosts.has(name)) parts.push(t('square.captured'));
  if (draft.length && draft[draft.length - 1] === name) parts.push(t('square.chosen'));
  else if (next.has(name)) parts.push(t('square.target'));
  else if (!draft.length && movable.has(name)) parts.push(t(state.match?.forced ? 'square.must' : 'square.can'));
  return parts.join(', ');
}

/**
 * @param element where the grid goes
 * @returns moves the focus to the next (or previous) square that can be entered: a piece that
 *   can move, or a target of the selected piece
 */
export function grid(
  controller: Pick<GameController, 'page'> & { entry: Pick<GameController['entry'], 'enter'> },
  element: HTMLElement = byId('grid'),
): (back: boolean) => void {
  const { page } = controller;
  let game = '';
  /** The square that Tab focuses: the last focused one; before that, the first piece that can move. */
  let home = '';
  let visited = false;

  /** The squares as they stand on the screen, in rows. */
  const rows = ({ meta }: State) => lines(meta, { turned: isTurned(page.state), upright: isUpright(page.state) });

  /** The used squares in visual order. */
  const squares = (state: State) =>
    rows(state)
      .flat()
      .filter((name) => state.meta.squares.includes(name));

  const draw = () => {
    const { state } = page;
    const used = new Set(state.meta.squares);
    const shown = standing(state);
    const open = enterable(state);
    const square = (name: string) => html`
      <button type="button" data-square=${name} tabindex=${name === home ? 0 : -1}
        aria-label=${label(state, name, shown, open)}></button>`;
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

  /**
   * The nearest used square in a direction: left and right in the same rank; up and down at most one file aside.
   *
   * @param right on the screen
   */
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
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    move(beside(from, way[0], way[1]));
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

  page.show((state) => {
    const { meta, match } = state;
    if (game !== meta.key) visited = false;
    game = meta.key;
    if (!meta.squares.includes(home)) home = meta.squares[0] ?? '';
    const { movable } = enterable(state);
    // The squares nearest to the player first.
    const near = visited ? undefined : squares(state).findLast((name) => movable.has(name));
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
    const { movable, next } = enterable(page.state);
    const open = page.state.draft.length ? next : movable;
    const names = squares(page.state);
    if (back) names.reverse();
    const after = names.indexOf(home) + 1;
    move([...names.slice(after), ...names.slice(0, after)].find((name) => open.has(name)) ?? home);
  };
}
