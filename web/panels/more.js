/**
 * The menu of the actions that do not fit into a phone's toolbar.
 *
 * @import { Panel } from './manager.js'
 */

import { share } from '../game/correspondence.js';
import { button, icon, make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { isOpen } from '../state/state.js';
import { offer, resign, restart } from '../view/actions.js';

/** Enters or leaves full screen: in the frame of another site the page has little room. */
async function full() {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => {},
  );
}

/** @type {Panel} */
export const more = {
  title: () => t('more.title'),
  key: (state) => [state.meta.key, isOpen(state), Boolean(state.match?.outcome), state.match?.ply ?? 0].join(' '),
  fill(body, controller, panels) {
    const { state } = controller.page;
    const playing = state.match !== null && !state.match.outcome;
    const narrow = matchMedia('(max-width: 1099px), (max-height: 639px)').matches;
    /** @type {Record<string, boolean>} */
    const there = { type: narrow, full: Boolean(document.fullscreenEnabled), openings: state.meta.book };
    /** @type {[string, string, boolean, () => void][]} */
    const entries = [
      ['new', 'more.new', true, () => panels.open('new')],
      ['restart', 'more.restart', state.match !== null, () => act(() => restart(controller))],
      ['offer', 'more.offer', isOpen(state), () => act(() => offer(controller))],
      ['resign', 'more.resign', playing, () => act(() => resign(controller))],
      ['analysis', 'more.analyse', state.match !== null, () => act(() => controller.analyse())],
      ['review', 'more.review', state.match !== null && state.match.history.length > 0, () => panels.open('review')],
      ['edit', 'more.edit', state.match !== null, () => panels.open('edit')],
      ['openings', 'more.openings', state.match !== null, () => panels.open('openings')],
      ['share', 'more.share', state.match !== null, () => panels.open('share')],
      ['today', 'more.today', true, () => panels.open('today')],
      ['opponents', 'more.opponents', true, () => panels.open('opponents')],
      ['puzzles', 'more.puzzles', true, () => panels.open('puzzles')],
      ['statistics', 'more.statistics', true, () => panels.open('statistics')],
      ['earlier', 'more.earlier', true, () => panels.open('earlier')],
      ['lesson', 'rules.lesson', state.match !== null, () => panels.open('lesson')],
      ['link', 'more.link', state.match !== null, () => act(() => share(controller))],
      ['type', 'more.type', true, () => act(panels.type)],
      ['full', 'more.full', true, () => act(full)],
    ];
    /** @param {() => void} then */
    const act = (then) => {
      panels.close();
      then();
    };
    const menu = make('div', { class: 'menu' });
    for (const [name, label, enabled, then] of entries) {
      if (there[name] === false) continue;
      const entry = button(t(label), then, { disabled: !enabled });
      entry.prepend(icon(name));
      menu.append(entry);
    }
    body.append(menu);
  },
};
