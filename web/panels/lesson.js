/**
 * The lesson beside the board: what to do now, whether it was done, and on to the next thing.
 *
 * @import { State } from '../state.js'
 * @import { Panel } from './panel.js'
 */

import { open } from '../book.js';
import { button, make } from '../dom.js';
import { t, tOr } from '../i18n.js';
import { Lesson } from '../lesson.js';
import { follow } from '../turn.js';

/** @type {Lesson | null} */
let running = null;

/** Why a turn was refused: the status that says so may lie below the panel. @param {State['notice']} notice */
const refusal = (notice) => (notice?.kind === 'refusal' ? notice.text : '');

/** @type {Panel} */
export const lesson = {
  title: ({ meta }) => t('lesson.title', { game: tOr(`game.${meta.key}`, meta.name) }),
  key: ({ meta, lesson: now, notice, draft }) =>
    `${meta.key} ${now?.index} ${now?.state} ${draft.length} ${refusal(notice)}`,
  fill(body, table, panels) {
    const { lesson: now, meta } = table.page.state;
    running ??= new Lesson(table);
    const course = running;
    if (!now) {
      course.begin();
      return;
    }
    const page = make('div', { class: 'lesson' });
    body.append(page);
    const last = now.index + 1 === now.count;
    open(meta.key).then(({ text }) => {
      if (!page.isConnected) return;
      const said = now.state === 'open' ? '' : t(now.state === 'done' ? 'lesson.done' : 'lesson.missed');
      const after = now.state === 'done' ? text(`${meta.key}.lesson.${now.index + 1}.done`) : '';
      const task = text(`${meta.key}.lesson.${now.index + 1}`);
      page.append(
        make('progress', {
          value: now.index + (now.state === 'done' ? 1 : 0),
          max: now.count,
          'aria-label': t('lesson.progress'),
        }),
        make('p', { class: 'note' }, t('lesson.step', { step: now.index + 1, count: now.count })),
        make('p', { class: 'task' }, task),
        make('p', { class: `verdict ${now.state}` }, [said, after].filter(Boolean).join(' ')),
      );
      const why = refusal(table.page.state.notice);
      if (why) page.append(make('p', { class: 'note' }, why));
      const row = make('div', { class: 'row' });
      const { draft, match } = table.page.state;
      if (draft.length > 1 && follow(match?.moves ?? [], draft).whole) {
        row.append(button(t('status.end'), () => table.hand.end(), { class: 'button main' }));
      }
      const leave = () => {
        panels.close();
      };
      if (now.state === 'done') {
        row.append(
          button(t(last ? 'lesson.end' : 'lesson.next'), last ? leave : () => course.next(), {
            class: 'button main',
            'data-keep': 'next',
            'data-does': 'next',
          }),
        );
      } else {
        row.append(button(t('lesson.skip'), last ? leave : () => course.next(), { 'data-keep': 'next' }));
        row.append(button(t('lesson.again'), () => course.again(), { 'data-keep': 'again' }));
      }
      page.append(row);
      const spoken = now.state === 'open' ? task : [said, after].filter(Boolean).join(' ');
      if (spoken) table.say(spoken);
    });
  },
  closed() {
    running?.end();
  },
};
