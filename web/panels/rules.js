/**
 * The rules of the game on the table, one anchor a rule, and the keys.
 *
 * @import { Panel } from './panel.js'
 */

import { make } from '../dom.js';
import { t, tOr } from '../i18n.js';
import { SHORTCUTS } from '../keys.js';

/** @type {Panel} */
export const rules = {
  title: (state) => tOr(`game.${state.meta.key}`, state.meta.name),
  key: (state) => `${state.meta.key} ${state.rule ?? ''}`,
  fill(body, table) {
    const { meta, rule } = table.page.state;
    const list = make('ol');
    for (const [key, text] of Object.entries(meta.rules)) {
      list.append(
        make('li', { id: `rule-${key}`, class: key === rule && 'here' }, tOr(`rule.${meta.key}.${key}`, text)),
      );
    }
    const keys = make('dl', { class: 'keys' });
    for (const [key, name] of SHORTCUTS) keys.append(make('dt', {}, make('kbd', {}, key)), make('dd', {}, t(name)));
    body.append(
      make(
        'div',
        { class: 'rules' },
        make('h3', {}, t('rules.heading')),
        list,
        make('h3', {}, t('rules.keys')),
        keys,
      ),
    );
    if (rule) body.querySelector('.here')?.scrollIntoView({ block: 'center' });
  },
};
