/**
 * The library: the games that were played here and the collections that were imported, to be searched, opened, edited
 * and exported.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panel, Panels } from './manager.js'
 * @import { GameActs } from './library-results.js'
 */

import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { count } from '../library/words.js';
import { libraryOf } from '../study/library.js';
import { ask } from '../view/dialog.js';
import { useLaterStyles } from '../view/later-styles.js';
import { gamePart } from './library-game.js';
import { watchSight } from './library-list.js';
import { listPart } from './library-results.js';
import { toolsPart } from './library-tools.js';

useLaterStyles();

/** The headings of the views. */
const TITLES = { list: 'library.title', game: 'library.edit.title', tools: 'library.tools.title' };

/**
 * Shows certain games: what the explorer has found.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {Map<number, number>} plies the ply to open each at, by id
 */
export function showGames(controller, panels, plies) {
  libraryOf(controller).show({ view: 'list', query: '', only: plies });
  panels.open('library');
}

/** @type {Panel} */
export const library = {
  // Under another heading a view is read from its start.
  title: ({ library: { view } }) => t(TITLES[view]),

  view(state, { controller, panels }) {
    const desk = libraryOf(controller);
    const { view, game } = state.library;
    /** @type {GameActs} */
    const acts = {
      open: (one, ply) => {
        // Another panel that was opened meanwhile stays.
        const leave = () => {
          const { panel } = controller.page.state;
          if (!panel || panel === 'library') panels.leave(`#game=${one.game}`, () => {});
        };
        desk.run(() => desk.put(one, ply, leave));
      },
      async remove(all) {
        const question = t('library.delete.sure', { n: all.length, count: count(all.length) });
        if (await ask(question, t('library.delete'))) desk.run(() => desk.remove(all));
      },
    };
    if (view === 'tools') return toolsPart(state.library, desk);
    if (view === 'game' && game) {
      return gamePart(state, game, desk, { open: () => acts.open(game, 0), remove: () => acts.remove([game]) });
    }
    return listPart(state, desk, acts);
  },

  opened({ controller }) {
    const desk = libraryOf(controller);
    const close = desk.open();
    const look = watchSight(desk, byId('panel-body'));
    return () => {
      close();
      look();
    };
  },
};
