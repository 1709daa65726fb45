/**
 * The statistics: results against each level of the computer, streaks, the list of finished games, which can be opened
 * again, and the figures of the puzzles.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { ArchivedGame } from '../state/archive.js'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { button, empty, make } from '../lib/dom.js';
import { fileName, save } from '../lib/files.js';
import { LANGUAGES, language, t, tOr } from '../lib/i18n.js';
import { archivedGames, everything, forget, person, score, streaks, tally } from '../state/archive.js';
import { loadArchivedRecord } from '../state/store.js';
import { segments } from '../view/controls.js';
import { ask, levelName } from '../view/dialog.js';
import { career } from './puzzles.js';

/** This many games are listed at first. */
const FIRST_LISTED_GAMES = 30;

/** The game whose figures are shown; empty for all. */
let filter = '';
let listed = FIRST_LISTED_GAMES;
let version = 0;

/** @param {number} won @param {number} drawn @param {number} lost */
function bar(won, drawn, lost) {
  const row = make('span', { class: 'outcome-bar', 'aria-hidden': 'true' });
  for (const [kind, count] of Object.entries({ won, drawn, lost })) {
    if (count) row.append(make('span', { class: kind, 'data-share': count }));
  }
  // The content security policy forbids styles in markup, so the widths are set here.
  for (const one of row.children) {
    /** @type {HTMLElement} */ (one).style.flexGrow = /** @type {HTMLElement} */ (one).dataset.share ?? '0';
  }
  return row;
}

/** @param {ArchivedGame[]} games */
function figures(games) {
  const levels = tally(games);
  if (!levels.size) return [make('p', { class: 'note' }, t('statistics.none'))];
  const head = ['level', 'won', 'drawn', 'lost'].map((name) => make('th', { scope: 'col' }, t(`statistics.${name}`)));
  const table = make('table', { class: 'figures' }, make('thead', {}, make('tr', {}, ...head, make('td', {}))));
  const body = make('tbody');
  for (const [level, { won, drawn, lost }] of levels) {
    const cells = [won, drawn, lost].map((count) => make('td', { class: 'number' }, String(count)));
    const [number, word] = levelName(level).split(' · ');
    const name = make('th', { scope: 'row' }, number, ' ', make('span', { class: 'level-word' }, word));
    body.append(make('tr', {}, name, ...cells, make('td', { class: 'bar-cell' }, bar(won, drawn, lost))));
  }
  table.append(body);
  const { now, best } = streaks(games);
  return [
    table,
    make('p', { class: 'note' }, best ? t('statistics.streak', { now, best }) : t('statistics.no-streak')),
  ];
}

/** The result of a game in a word. @param {ArchivedGame} game */
function verdict(game) {
  const own = score(game);
  const level = Math.max(game.players.w, game.players.b);
  if (own !== null) return t(`statistics.result.${own > 0 ? 'won' : own < 0 ? 'lost' : 'drawn'}`, { level });
  return game.winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${game.winner}`) });
}

/** @param {ArchivedGame[]} games @param {GameApi} controller @param {Panels} panels */
function list(games, controller, panels) {
  const dates = new Intl.DateTimeFormat(LANGUAGES[language()].tag, { dateStyle: 'medium', timeStyle: 'short' });
  const rows = make('ul', { class: 'pasts' });
  for (const game of games.slice(0, listed)) {
    const meta = controller.page.state.games.find(({ key }) => key === game.game);
    if (!meta) continue;
    const own = score(game);
    const tone = own === null ? 'none' : own > 0 ? 'won' : own < 0 ? 'lost' : 'drawn';
    const entry = make(
      'button',
      { type: 'button', class: 'kept', 'data-keep': game.id, disabled: loadArchivedRecord(game.id) === null },
      make('span', { class: `dot ${tone}`, 'aria-hidden': 'true' }),
      make(
        'span',
        {},
        make('strong', { class: 'kept-line' }, `${tOr(`game.${meta.key}`, meta.name)} · ${verdict(game)}`),
        make('span', { class: 'card-note' }, `${t('earlier.turns', { n: game.plies })} · ${dates.format(game.when)}`),
      ),
    );
    entry.addEventListener('click', () => {
      const record = loadArchivedRecord(game.id);
      if (!record) return;
      panels.leave(`#game=${meta.key}`, () =>
        controller.bring(record, { players: { w: 0, b: 0 }, bottom: person(game) ?? meta.bottom }, game.id),
      );
    });
    rows.append(make('li', {}, entry));
  }
  return rows;
}

/** @type {Panel} */
export const statistics = {
  title: () => t('statistics.title'),
  key: ({ meta }) => `${meta.key} ${filter} ${listed} ${version}`,
  fill(body, controller, panels) {
    const all = archivedGames();
    const again = () => {
      version++;
      controller.page.change(() => {});
    };
    const trained = career(again);
    if (!all.length) {
      body.append(make('div', { class: 'parts' }, empty('statistics', t('statistics.empty')), ...trained));
      return;
    }
    const played = controller.page.state.games.filter(({ key }) => all.some(({ game }) => game === key));
    if (!played.some(({ key }) => key === filter)) filter = '';
    const games = all.filter(({ game }) => !filter || game === filter);
    const choices = [
      { value: '', label: t('statistics.all') },
      ...played.map(({ key, name }) => ({ value: key, label: tOr(`game.${key}`, name) })),
    ];
    const more = button(t('statistics.more'), () => {
      listed += 100;
      again();
    });
    body.append(
      make(
        'div',
        { class: 'parts' },
        ...(played.length > 1
          ? [
              segments('filter', t('statistics.game'), choices, filter, (value) => {
                filter = value;
                again();
              }),
            ]
          : []),
        make('section', { class: 'part' }, make('h3', {}, t('statistics.against')), ...figures(games)),
        make(
          'section',
          { class: 'part' },
          make('h3', {}, t('statistics.games')),
          list(games, controller, panels),
          ...(games.length > listed ? [more] : []),
        ),
        make(
          'div',
          { class: 'row wrap' },
          button(t('statistics.export'), () =>
            save(
              fileName('games', 'json'),
              new Blob([JSON.stringify(everything(), null, 1)], { type: 'application/json' }),
            ),
          ),
          button(t('statistics.delete'), async () => {
            if (!(await ask(t('ask.forget', { n: all.length }), t('ask.forget.yes')))) return;
            forget();
            again();
          }),
        ),
        ...trained,
        make('p', { class: 'note' }, t('statistics.local')),
      ),
    );
  },
};
