/**
 * Puts a game of the library on the board, at the move that was searched for.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panels } from './manager.js'
 * @import { LibraryGame } from '../library/types.d.ts'
 */

import { t } from '../lib/i18n.js';
import { games } from '../library/database.js';

/**
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {LibraryGame} game
 * @param {number} ply
 */
export async function openGame(controller, panels, game, ply) {
  const [source] = await games.texts(game.id);
  if (!source) throw new Error(t('library.gone'));
  const { text, options } = source;
  const isOwn = Boolean(game.archive);
  const seats = { players: { w: 0, b: 0 } };
  const fields = { text, game: game.game, ...(options && { options }) };
  // A game that was played here keeps its place in the archive.
  const wrong = isOwn
    ? await controller.put('load', fields, seats, game.archive)
    : await controller.put('load', fields, seats);
  if (wrong) throw wrong;
  panels.leave(`#game=${game.game}`, () => {});
  const { match } = controller.page.state;
  const node = match?.history.find((one) => one.chief && one.ply === ply);
  if (ply > 0 && node) await controller.navigation.to(node.node);
  else if (ply === 0 && match?.history.length) await controller.navigation.to(0);
}
