/**
 * The library: the games that were played here and the collections that were imported, to be searched, opened, edited
 * and exported.
 */

import { byId } from '../../lib/dom.ts';
import { t } from '../../lib/i18n.ts';
import { ask } from '../../shell/dialog.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { count } from '../../store/library/words.ts';
import { gamePart } from './game.ts';
import { watchSight } from './list.ts';
import { type GameActs, listPart } from './results.ts';
import { libraryOf } from './session.ts';
import { toolsPart } from './tools.ts';

export { importFiles } from './imports.ts';
export { libraryOf } from './session.ts';

/** The headings of the views. */
const TITLES = { list: 'library.title', game: 'library.edit.title', tools: 'library.tools.title' };

/**
 * Shows certain games: what the explorer has found.
 *
 * @param plies the ply to open each at, by id
 */
export function showGames({ controller, panels }: PanelContext, plies: Map<number, number>) {
  libraryOf(controller).show({ view: 'list', query: '', only: plies });
  panels.open('library');
}

export const library: Panel = {
  // Under another heading a view is read from its start.
  title: ({ library: { view } }) => t(TITLES[view]),

  view(state, { controller, panels }) {
    const desk = libraryOf(controller);
    const { view, game } = state.library;
    const acts: GameActs = {
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
