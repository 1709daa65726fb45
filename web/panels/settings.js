/**
 * The settings: appearance, sound, language and keys. They are stored in the browser.
 *
 * @import { Panel } from './manager.js'
 * @import { Settings } from '../state/settings.js'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { notOffline } from '../lib/capabilities.js';
import { make } from '../lib/dom.js';
import { LANGUAGES, preferred, t } from '../lib/i18n.js';
import { BOARDS, SETS } from '../state/looks.js';
import { isPlain, look } from '../state/state.js';
import { saveSettings } from '../state/store.js';
import { check, segments } from '../view/controls.js';
import { thumbnail } from '../view/thumbnail.js';

/**
 * @param {GameApi} controller
 * @param {Partial<Settings>} values
 */
function set(controller, values) {
  controller.page.change((s) => {
    s.settings = { ...s.settings, ...values };
  });
  saveSettings(controller.page.state.settings);
}

/**
 * A row of choices with a preview of each.
 *
 * @param {string} name
 * @param {string[]} values
 * @param {string} chosen
 * @param {(value: string) => HTMLElement} preview
 * @param {(value: string) => void} choose
 */
function samples(name, values, chosen, preview, choose) {
  const choices = values.map((value) => ({ value, label: t(`settings.${name}.${value}`) }));
  const field = segments(name, t(`settings.${name}`), choices, chosen, choose);
  field.classList.add('samples');
  for (const [index, span] of [...field.querySelectorAll('span')].entries()) span.prepend(preview(values[index]));
  return field;
}

/**
 * A corner of the board with a piece of each side, and a king if the game has kings.
 *
 * @param {GameApi} controller
 * @param {{ board: string, pieces: string }} look
 */
function corner(controller, look) {
  const { meta } = controller.page.state;
  const rows = meta.kings ? ['.b.', 'W.w'] : ['.b.', 'w.b'];
  const squares =
    meta.squares.length < meta.files * meta.ranks ? ['b2', 'a1', 'c1'] : ['a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
  return thumbnail({ ...meta, files: 3, ranks: 2, squares }, rows, look, false, 78);
}

/** @type {Panel} */
export const settings = {
  title: () => t('settings.title'),
  // Keys change settings, too. Not the volume: while its slider is dragged, it must stay.
  key: (state) => JSON.stringify([state.meta.key, { ...state.settings, volume: 0 }, isPlain(state)]),
  fill(body, controller) {
    const { state } = controller.page;
    const now = state.settings;
    const worn = look(state);
    /** @param {string} name @param {string[]} values */
    const choices = (name, values) => values.map((value) => ({ value, label: t(`settings.${name}.${value}`) }));
    const languages = make('select', {
      name: 'language',
      'aria-label': t('settings.language'),
      'data-keep': 'language',
    });
    const own = LANGUAGES[preferred('system')].name;
    languages.append(make('option', { value: 'system' }, t('settings.language.system', { name: own })));
    for (const [value, { tag, name }] of Object.entries(LANGUAGES))
      languages.append(make('option', { value, lang: tag }, name));
    languages.value = now.language;
    languages.addEventListener('change', () => set(controller, { language: languages.value }));
    const volume = make('input', {
      type: 'range',
      name: 'volume',
      min: 0,
      max: 1,
      step: 0.05,
      value: now.volume,
      'aria-label': t('settings.volume'),
    });
    volume.addEventListener('input', () => set(controller, { volume: Number(volume.value) }));
    volume.addEventListener('change', () => controller.speaker?.play('move', look(controller.page.state).pieces));
    body.append(
      make(
        'form',
        { class: 'form' },
        make(
          'div',
          { class: 'field' },
          make('span', { class: 'label', 'aria-hidden': 'true' }, t('settings.language')),
          languages,
        ),
        samples(
          'board',
          BOARDS,
          now.board,
          (board) => corner(controller, { ...worn, board }),
          (board) => set(controller, { board }),
        ),
        samples(
          'pieces',
          SETS,
          now.pieces,
          (pieces) => corner(controller, { ...worn, pieces: pieces === 'own' ? state.meta.style : pieces }),
          (pieces) => set(controller, { pieces }),
        ),
        segments('theme', t('settings.theme'), choices('theme', ['system', 'light', 'dark']), now.theme, (theme) =>
          set(controller, { theme: /** @type {Settings['theme']} */ (theme) }),
        ),
        segments(
          'contrast',
          t('settings.contrast'),
          choices('contrast', ['system', 'more', 'normal']),
          now.contrast,
          (contrast) => set(controller, { contrast: /** @type {Settings['contrast']} */ (contrast) }),
        ),
        ...(isPlain(state) ? [make('p', { class: 'note' }, t('settings.contrast.note'))] : []),
        segments(
          'motion',
          t('settings.motion'),
          choices('motion', ['system', 'slow', 'on', 'fast', 'off']),
          now.motion,
          (motion) => set(controller, { motion: /** @type {Settings['motion']} */ (motion) }),
        ),
        make(
          'div',
          { class: 'field' },
          check('sound', [t('settings.sound')], now.sound, (sound) => set(controller, { sound })),
          make('span', { class: 'label', 'aria-hidden': 'true' }, t('settings.volume')),
          volume,
        ),
        make(
          'div',
          { class: 'field' },
          check('coordinates', [t('settings.coordinates')], now.coordinates, (coordinates) =>
            set(controller, { coordinates }),
          ),
          check('numbers', [t('settings.numbers')], now.numbers, (numbers) => set(controller, { numbers })),
          check('keys', [t('settings.keys')], now.keys, (keys) => set(controller, { keys })),
          check('touch', [t('settings.touch')], now.touch, (touch) => set(controller, { touch })),
          make('p', { class: 'note' }, t('settings.touch.note')),
        ),
        ...(notOffline() ? [make('p', { class: 'note' }, t(notOffline()))] : []),
      ),
    );
  },
};
