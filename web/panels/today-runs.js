/**
 * The runs of puzzles in Today.
 *
 * @import { Meta } from '../types.d.ts'
 * @import { Panels } from './manager.js'
 */

import { button, icon, make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { dayOf, today } from '../lib/seed.js';
import { RUN_KINDS, runs } from '../state/runs.js';
import { choose } from './puzzle-choice.js';

/**
 * The runs of puzzles: how they went today, and the best so far.
 *
 * @param {Meta} meta whose puzzle is the puzzle of the day
 * @param {Panels} panels
 */
export function challengesPart(meta, panels) {
  const { last } = runs();
  const rows = RUN_KINDS.map((kind) => {
    const own = last.filter((one) => one.kind === kind && dayOf(new Date(one.when)) === today());
    const best = Math.max(0, ...own.map(({ score: points }) => points));
    const text = own.length ? t('run.today', { n: best }) : t('run.today.none');
    return make(
      'li',
      { class: own.length ? 'done' : '' },
      icon(kind === 'streak' ? 'streak' : 'clock'),
      make('span', {}, t(`run.${kind}`)),
      make('span', { class: 'note' }, text),
    );
  });
  const open = button(
    t('run.choose'),
    () => {
      choose({ game: meta.key, grade: 0, theme: '' });
      panels.open('puzzles');
    },
    { 'data-keep': 'runs', 'data-does': 'runs' },
  );
  return make(
    'section',
    { class: 'part today-runs' },
    make('h3', {}, t('run.title')),
    make('ul', {}, ...rows),
    make('div', { class: 'row wrap' }, open),
  );
}
