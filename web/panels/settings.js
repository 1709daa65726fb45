/**
 * How the table looks and behaves; kept in the browser.
 *
 * @import { Panel } from './panel.js'
 * @import { Settings } from '../state.js'
 * @import { Table } from '../table.js'
 */

import { MATERIALS } from '../board/materials.js';
import { make } from '../dom.js';
import { t } from '../i18n.js';
import { saveSettings } from '../store.js';

/**
 * A row of choices, one of which is taken.
 *
 * @param {string} name
 * @param {string} label
 * @param {{ value: string, label: string }[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function segments(name, label, choices, chosen, choose) {
  const row = make('div', { class: 'segments' });
  for (const choice of choices) {
    const input = make('input', {
      type: 'radio',
      name,
      value: choice.value,
      checked: choice.value === chosen,
      'data-keep': `${name}-${choice.value}`,
    });
    input.addEventListener('change', () => choose(choice.value));
    row.append(make('label', { class: 'segment' }, input, make('span', {}, choice.label)));
  }
  return make('fieldset', { class: 'field' }, make('legend', {}, label), row);
}

/**
 * @param {string} name
 * @param {(Node | string)[]} label
 * @param {boolean} checked
 * @param {(value: boolean) => void} choose
 */
export function check(name, label, checked, choose) {
  const input = make('input', { type: 'checkbox', name, checked, 'data-keep': name });
  input.addEventListener('change', () => choose(input.checked));
  return make('label', { class: 'check' }, input, make('span', {}, ...label));
}

/**
 * @param {Table} table
 * @param {Partial<Settings>} values
 */
function set(table, values) {
  table.page.change((s) => {
    s.settings = { ...s.settings, ...values };
  });
  saveSettings(table.page.state.settings);
}

/** @type {Panel} */
export const settings = {
  title: () => t('settings.title'),
  key: () => '',
  fill(body, table) {
    const now = table.page.state.settings;
    /** @param {string} name @param {string[]} values */
    const choices = (name, values) => values.map((value) => ({ value, label: t(`settings.${name}.${value}`) }));
    body.append(
      make(
        'form',
        { class: 'form' },
        segments('board', t('settings.board'), choices('board', Object.keys(MATERIALS)), now.board, (board) =>
          set(table, { board }),
        ),
        segments('theme', t('settings.theme'), choices('theme', ['system', 'light', 'dark']), now.theme, (theme) =>
          set(table, { theme: /** @type {Settings['theme']} */ (theme) }),
        ),
        segments('motion', t('settings.motion'), choices('motion', ['system', 'on', 'off']), now.motion, (motion) =>
          set(table, { motion: /** @type {Settings['motion']} */ (motion) }),
        ),
        make(
          'div',
          { class: 'field' },
          check('coordinates', [t('settings.coordinates')], now.coordinates, (coordinates) =>
            set(table, { coordinates }),
          ),
          check('numbers', [t('settings.numbers')], now.numbers, (numbers) => set(table, { numbers })),
          check('keys', [t('settings.keys')], now.keys, (keys) => set(table, { keys })),
        ),
      ),
    );
  },
};
