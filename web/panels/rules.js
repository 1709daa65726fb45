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
    const { meta, rule, games } = table.page.state;
    const own = make('ol');
    const shared = make('ol');
    for (const [key, text] of Object.entries(meta.rules)) {
      const everywhere = games.every((game) => game.rules[key] === text);
      const said = tOr(`rule.${meta.key}.${key}`, text);
      (everywhere ? shared : own).append(make('li', { id: `rule-${key}`, class: key === rule && 'here' }, said));
    }
    const keys = make('dl', { class: 'keys' });
    for (const [key, name] of SHORTCUTS) keys.append(make('dt', {}, make('kbd', {}, key)), make('dd', {}, t(name)));
    body.append(
      make(
        'div',
        { class: 'rules' },
        own,
        make('h3', {}, t('rules.shared')),
        shared,
        make('h3', {}, t('rules.keys')),
        keys,
      ),
    );
    if (rule) body.querySelector('.here')?.scrollIntoView({ block: 'center' });
  },
};
