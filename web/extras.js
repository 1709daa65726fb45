/**
 * What the page can work without: it is loaded in the background, once one can play.
 *
 * @import { Engine } from './engine/client.js'
 * @import { GameController } from './game/controller.js'
 * @import { Panels } from './panels/manager.js'
 */

import { offline } from './boot/offline.js';
import { snapshotLater } from './boot/snapshot.js';
import { helper } from './engine/helper.js';
import { fetchTablebases } from './engine/tablebases.js';
import { nameOpenings } from './game/opening.js';
import { syncTabs } from './game/tabs.js';
import { keepFinished } from './library/played.js';
import { catchFiles } from './panels/drop.js';
import { reviewsOf } from './study/mistake-reviews.js';
import { endings } from './view/ending.js';
import { opponentCard } from './view/opponent-card.js';

/**
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {Engine} engine
 * @param {{ isGuest: boolean, rest: string }} site whether it is embedded in another page: then it goes without most of
 *   them; and what the small runtime lacks of the whole one
 */
export function extras(controller, panels, engine, { isGuest, rest }) {
  const { page } = controller;
  catchFiles(panels);
  fetchTablebases(page, engine);
  nameOpenings(page, engine);
  if (isGuest) return;
  endings(controller, panels);
  opponentCard(controller, panels);
  syncTabs(controller);
  reviewsOf(controller);
  keepFinished(page, engine);
  helper(engine);
  offline(rest);
  snapshotLater(engine, page);
}
