/**
 * The accessible board: a grid of buttons over the squares. Each button's name begins with its square.
 */

import { fileOf, lines, rankOf } from '../board/geometry.ts';
import { standing } from '../board/render.ts';
import type { GameApi } from '../game/api.d.ts';
import { byId, make } from '../lib/dom.ts';
import { t, tOr } from '../lib/i18n.ts';
import { called } from '../state/describe.ts';
import { follow } from '../state/path.ts';
import { isOpen, isTurned, isUpright, type State } from '../state/state.ts';

/** Moves the focus to the board. */
export const toBoard = () =>
  (byId('grid').querySelector('[tabindex="0"]') as HTMLElement | null)?.focus({ preventScroll: true });

/** The label of a square: its name, its piece, and what can be done with it. */
function label(
  state: State,
  name: string,
  { board, ghosts }: { board: Map<string, string>; ghosts: Set<string> },
  { movable, next }: { movable: Set<string>; next: Set<string> },
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
  controller: Pick<GameApi, 'page'> & { entry: Pick<GameApi['entry'], 'enter'> },
  element: HTMLElement = byId('grid'),
): (back: boolean) => void {
  const { page } = controller;
  const buttons: Map<string, HTMLButtonElement> = new Map();
  let built = '';
  let game = '';
  /** The square that Tab focuses: the last focused one; before that, the first piece that can move. */
  let home = '';
  let visited = false;
  /** The squares that can be entered now. */
  let open: Set<string> = new Set();

  const build = (state: State) => {
    const { meta } = state;
    const view = { turned: isTurned(state), upright: isUpright(state) };
    const key = `${meta.key} ${view.turned} ${view.upright}`;
    if (key === built) return;
    const held = element.contains(document.activeElement);
    built = key;
    buttons.clear();
    const played = new Set(meta.squares);
    element.replaceChildren(
      ...lines(meta, view).map((line) =>
        make(
          'div',
          { role: 'row', class: 'grid-row' },
          ...line.map((name) => {
            const cell = make('div', { role: 'gridcell', class: 'grid-cell' });
            if (played.has(name)) {
              const square = make('button', { type: 'button', 'data-square': name, tabindex: -1 });
              buttons.set(name, square);
              cell.append(square);
            }
            return cell;
          }),
        ),
      ),
    );
    if (!buttons.has(home)) home = meta.squares.find((name) => buttons.has(name)) ?? '';
    buttons.get(home)?.setAttribute('tabindex', '0');
    if (held) buttons.get(home)?.focus();
    if (game !== meta.key) visited = false;
    game = meta.key;
  };

  const setHome = (name: string) => {
    if (name === home) return;
    buttons.get(home)?.setAttribute('tabindex', '-1');
    home = name;
    buttons.get(name)?.setAttribute('tabindex', '0');
  };

  const move = (name: string) => {
    setHome(name);
    buttons.get(name)?.focus();
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

  element.addEventListener('keydown', (event) => {
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
  });
  element.addEventListener('click', (event) => {
    const name = (event.target as HTMLElement).dataset.square;
    if (!name) return;
    if (name !== home) move(name);
    controller.entry.enter(name, { spoken: true });
  });

  element.addEventListener('focusin', () => {
    visited = true;
  });

  page.show((state) => {
    build(state);
    element.dataset.node = String(state.match?.node ?? '');
    const shown = standing(state);
    const moves = isOpen(state) ? (state.match?.moves ?? []) : [];
    const movable = new Set(moves.map((one) => one.path[0]));
    const { next } = follow(moves, state.draft);
    // In visual order, the squares nearest to the player first.
    const near = visited ? undefined : [...buttons.keys()].reverse().find((name) => movable.has(name));
    if (near && element.contains(document.activeElement)) move(near);
    else if (near) setHome(near);
    open = state.draft.length ? next : movable;
    for (const [name, button] of buttons) {
      const text = label(state, name, shown, { movable, next: state.draft.length ? next : new Set() });
      if (button.getAttribute('aria-label') !== text) button.setAttribute('aria-label', text);
    }
  });

  return (back) => {
    const names = [...buttons.keys()];
    if (back) names.reverse();
    const after = names.indexOf(home) + 1;
    const found = [...names.slice(after), ...names.slice(0, after)].find((name) => open.has(name));
    move(found ?? home);
  };
}
