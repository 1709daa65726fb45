/**
 * The library: the games that were played here and the collections that were imported, to be searched, opened, edited
 * and exported.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panel, Panels } from './manager.js'
 * @import { LibraryGame } from '../library/types.d.ts'
 */

import { button, make, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { catalogue } from '../library/catalogue.js';
import { useLaterStyles } from '../view/later-styles.js';
import { desk, show } from './library-desk.js';
import { faultOf } from './library-faults.js';
import { gamePart } from './library-game.js';
import { count, withIcon } from './library-import.js';
import { openGame } from './library-open.js';
import { Results } from './library-results.js';
import { backupPart, duplicatesPart, exportPart, remove } from './library-tools.js';

/** The headings of the views. */
const TITLES = { list: 'library.title', game: 'library.edit.title', tools: 'library.tools.title' };

/** Aborted when the panel is filled anew or closed. */
let shown = new AbortController();

/**
 * Shows certain games: what the explorer has found.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {Map<number, number>} plies the ply to open each at, by id
 */
export function showGames(controller, panels, plies) {
  show(controller, { view: 'list', query: '', only: plies });
  panels.open('library');
}

/** @param {GameController} controller */
const back = (controller) => show(controller, { view: 'list' });

/** @param {GameController} controller @param {Panels} panels @param {HTMLElement} body */
async function showGame(controller, panels, body) {
  const { signal } = shown;
  await catalogue.ready().catch(() => {});
  const game = catalogue.games.get(desk.id);
  if (signal.aborted) return;
  if (!game) return back(controller);
  body.append(
    gamePart(controller, game, {
      back: () => back(controller),
      open: () => openGame(controller, panels, game, 0).catch((error) => controller.fail(error)),
      saved: async () => {
        await catalogue.settled;
        back(controller);
      },
      remove: async () => {
        const removed = await remove([game]).catch((error) => controller.fail(error));
        if (removed) show(controller, { view: 'list', removed });
      },
    }),
  );
}

/** @param {GameController} controller @param {HTMLElement} body */
function showTools(controller, body) {
  const leave = withIcon(
    'before',
    button(t('library.back'), () => back(controller), { 'data-keep': 'library-back' }),
  );
  const open = (/** @type {LibraryGame} */ game) => show(controller, { view: 'game', id: game.id });
  const same = make('div', { class: 'part' }, make('h3', {}, t('library.duplicates')));
  const note = make('p', { class: 'note', role: 'status' }, t('library.duplicates.how'));
  const look = button(
    t('library.duplicates.find'),
    async () => {
      try {
        await catalogue.ready();
      } catch (error) {
        setText(note, faultOf(error));
        return;
      }
      same.replaceChildren(make('h3', {}, t('library.duplicates')), ...duplicatesPart(controller, open));
    },
    { 'data-keep': 'library-duplicates' },
  );
  same.append(note, make('div', { class: 'row' }, look));
  const chosen = desk.hits.map(({ game }) => game);
  const n = chosen.length;
  body.append(
    make(
      'div',
      { class: 'parts library-tools' },
      make('div', { class: 'row' }, leave),
      exportPart(controller, chosen, t('library.export.what', { n, count: count(n) })),
      same,
      backupPart(controller, () => back(controller)),
    ),
  );
}

/** @type {Panel} */
export const library = {
  // Under another heading a view is read from its start.
  title: () => t(TITLES[desk.view]),
  key: ({ meta }) => `${meta.key} ${desk.version}`,
  fill(body, controller, panels) {
    useLaterStyles();
    shown.abort();
    shown = new AbortController();
    if (desk.view === 'game') showGame(controller, panels, body);
    else if (desk.view === 'tools') showTools(controller, body);
    else new Results(controller, panels, body, shown.signal);
  },
  closed: () => shown.abort(),
};
