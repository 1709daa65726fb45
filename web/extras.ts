/** What the page can work without: it is loaded in the background, once one can play. */

import { fetchRestLater, offline, snapshotLater } from './boot/next-visit.ts';
import type { Engine } from './engine/client.ts';
import { helper } from './engine/helper.ts';
import { catchFiles } from './features/library/drop.ts';
import { opponentCard } from './features/opponents/view.ts';
import { reviewsOf } from './features/puzzles/mistake-reviews.ts';
import { endings } from './features/review/ending.ts';
import type { GameController } from './game/controller.ts';
import { fetchTablebases, nameOpenings, syncTabs } from './game/following.ts';
import { tell } from './game/messages.ts';
import { t } from './lib/i18n.ts';
import type { Panels } from './shell/panels.ts';
import { keepFinished } from './store/library/played.ts';
import { onUnreadable } from './store/store.ts';

/** An embedded board goes without most of them. */
export function extras(controller: GameController, panels: Panels, engine: Engine, isGuest: boolean) {
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
  onUnreadable((key) => {
    const text = t(key === `table.${page.state.meta.key}` ? 'notice.lost' : 'notice.aside');
    tell(controller, 'plain', text, { aside: true });
  });
  if (panels.kinds.online) panels.actions.watchOnline();
  helper(engine);
  fetchRestLater(engine, page, offline(page));
  snapshotLater(engine, page);
}
