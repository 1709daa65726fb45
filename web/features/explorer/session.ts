/** What the explorer asks for. A part shows what it has until the reply is here; of several requests the last counts. */

import type { GameController } from '../../game/controller.ts';
import { say } from '../../lib/dom.ts';
import { t } from '../../lib/i18n.ts';
import { isRenewed } from '../../lib/renewal.ts';
import type { Match } from '../../state/game.d.ts';
import { rights } from '../../state/rights.ts';
import { MAX_OPENING_PLIES, SIDES, type State } from '../../state/state.ts';
import { isAtEnd } from '../../state/tree.ts';
import { catalogue, explored } from '../../store/library/catalogue.ts';
import { faultOf } from '../../store/library/words.ts';
import { repertoire } from '../../store/repertoire.ts';
import { type Explorer, explorer } from './explorer.ts';

type Part = 'book' | 'games' | 'lines';

/** Resolves to whether the reply is shown. */
async function ask<Name extends Part>(
  { page }: GameController,
  part: Name,
  before: Partial<Explorer[Name]>,
  fetch: () => Promise<Partial<Explorer[Name]>>,
) {
  const asked = { ...explorer.of(page.state)[part], ...before };
  explorer.amend(page, { [part]: asked });
  const told = await fetch().catch((error) => ({ fault: faultOf(error) }));
  if (explorer.of(page.state)[part] !== asked) return false;
  explorer.amend(page, { [part]: { ...asked, ...told } });
  return true;
}

export async function askBook(controller: GameController, match: Match) {
  const { rules, page } = controller;
  const { game, rows, side, options } = match;
  const { book } = explorer.of(page.state);
  let isHeld: boolean | undefined = false;
  const isShown = await ask(controller, 'book', { asked: match, match: book.page && book.match }, async () => {
    await rules.supply(`${game}-openings`).catch(() => {});
    const reply = await rules.request('openings', { game, rows, side, options }).catch(() => null);
    const left = reply?.book && !reply.moves.length ? await leftBook(controller, match) : null;
    if (!reply?.book) await isRenewed();
    isHeld = document.getElementById('book')?.contains(document.activeElement);
    return { match, page: reply?.book ? reply : null, left };
  });
  const found = isShown && explorer.of(page.state).book.page;
  if (found && (isHeld || !found.moves.length))
    say(found.moves.length ? t('openings.said', { n: found.moves.length }) : t('openings.out'));
}

export const askGames = (controller: GameController, match: Match) =>
  ask(controller, 'games', { asked: match }, async () => {
    const { game, rows, side } = match;
    const { collection, mirrored, rotated } = explorer.of(controller.page.state).counted;
    await catalogue.ready();
    const { views } = await controller.rules.request('explore', { game, rows, side, mirrored, rotated });
    const all = [...catalogue.games.values()].filter((entry) => entry.game === game);
    const chosen = all.filter(({ collections }) => !collection || collections.includes(collection));
    const collections = catalogue.collections();
    return { match, found: explored(views, chosen), isEmpty: !all.length, collections, fault: '' };
  });

export const askLines = (controller: GameController, match: Match) =>
  ask(controller, 'lines', { asked: match }, async () => {
    const { game, options } = match;
    const { positions } = await controller.rules.request('line', {});
    const [w, b] = await Promise.all(SIDES.map((side) => repertoire(game, options, side)));
    return { match, positions, known: { w, b }, fault: '' };
  });

/** The last position of the line for which the book has moves, and the move that left it; null if it has none. */
async function leftBook(
  { rules }: GameController,
  { game, options, node }: Match,
): Promise<Explorer['book']['left']> {
  const { positions } = await rules.request('line', {});
  const here = positions.findIndex((position) => position.node === node);
  for (let at = Math.min(here, MAX_OPENING_PLIES) - 1; at >= 0; at--) {
    const { rows, side, node: last } = positions[at];
    const { moves } = await rules.request('openings', { game, rows, side, options });
    if (moves.length) return { last, by: positions[at + 1].node };
  }
  return null;
}

/** Whether the book has nothing for the position on the board, and its best moves may be shown: no rating depends on it. */
export const isOutOfBook = (state: State) => {
  const { match, meta } = state;
  const { match: shown, page } = explorer.of(state).book;
  const lacks = !meta.book || (shown === match && page !== null && !page.moves.length);
  const { engine, rated } = rights(state);
  if (!lacks || !match || match.outcome || !engine) return false;
  // Not of a game against the computer that goes on, at its end, as it was played.
  return !isAtEnd(match) || !rated;
};

/** Shows a move as an arrow; an empty path shows none. */
export function point({ page }: GameController, path: string[]) {
  if (path.join() !== (page.state.pointed ?? []).join()) page.set({ pointed: path.length ? path : null });
}

/** Plays a move that is listed for `match`. */
export async function play(controller: GameController, match: Match, path: string[]) {
  const move = match.moves.find((move) => move.path.join() === path.join());
  await controller.unlocked();
  // The rows may still belong to the previous position.
  if (!move || match !== controller.page.state.match) return;
  point(controller, []);
  controller.navigation.follow([move]);
}
