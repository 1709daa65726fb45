/**
 * How the games went that were played to their end: the rating and its course, wins in a row, each opponent, and every
 * game to be opened again; and how the puzzles went.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { ArchivedGame, Tally } from '../state/archive.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Meta } from '../types.d.ts'
 */

import { button, empty, make } from '../lib/dom.js';
import { fileName, save } from '../lib/files.js';
import { LANGUAGES, language, t, tOr } from '../lib/i18n.js';
import { today } from '../lib/seed.js';
import { archivedGames, everything, forget, person, score, streaks, tally } from '../state/archive.js';
import { streak } from '../state/days.js';
import { NEWCOMER_LEVEL } from '../state/opponents.js';
import { START_RATING, unrated } from '../state/rating.js';
import { ratings } from '../state/ratings.js';
import { loadArchivedRecord } from '../state/store.js';
import { days } from '../study/daily.js';
import { forget as forgetPuzzles, memory } from '../study/schedule.js';
import { segments } from '../view/controls.js';
import { ask } from '../view/dialog.js';
import { useLaterStyles } from '../view/later-styles.js';
import { calledOpponent, portrait } from '../view/opponent.js';
import { ratingCard, signed } from '../view/trend.js';
import { ratedPuzzles } from './puzzles.js';

useLaterStyles();

/** How many of the games are listed at first. */
const FIRST_LISTED_GAMES = 30;
const FACE_PX = 36;

/** The game whose figures are shown; empty for the one on the board, or the one that was played last. */
let chosen = '';
let listed = FIRST_LISTED_GAMES;
let version = 0;

/** @param {Pick<Tally, 'won' | 'drawn' | 'lost'>} tallied */
function bar({ won, drawn, lost }) {
  const row = make('span', { class: 'outcome-bar', 'aria-hidden': 'true' });
  for (const [kind, count] of Object.entries({ won, drawn, lost })) {
    if (count) row.append(make('span', { class: kind, 'data-share': count }));
  }
  // Widths cannot be written into the markup: no style is allowed there.
  for (const one of row.children) {
    /** @type {HTMLElement} */ (one).style.flexGrow = /** @type {HTMLElement} */ (one).dataset.share ?? '0';
  }
  return row;
}

/** Figures with what they are called. @param {[string, string][]} figures a label and its value */
const told = (figures) =>
  make(
    'dl',
    { class: 'puzzle-figures' },
    ...figures.map(([label, value]) => make('div', {}, make('dt', {}, label), make('dd', {}, value))),
  );

/**
 * The whole of a game: what it adds up to.
 *
 * @param {ArchivedGame[]} games
 * @param {Map<number, Tally>} levels
 */
function summary(games, levels) {
  const sum = { won: 0, drawn: 0, lost: 0 };
  for (const { won, drawn, lost } of levels.values()) {
    sum.won += won;
    sum.drawn += drawn;
    sum.lost += lost;
  }
  const count = sum.won + sum.drawn + sum.lost;
  const { now, best } = streaks(games);
  return [
    bar(sum),
    told([
      [t('statistics.figure.games'), String(count)],
      [t('statistics.figure.won'), count ? `${Math.round((100 * sum.won) / count)} %` : '–'],
      [t('statistics.figure.streak'), String(now)],
      [t('statistics.figure.best'), String(best)],
    ]),
  ];
}

/**
 * Won, drawn and lost against each opponent.
 *
 * @param {Map<number, Tally>} levels
 * @param {Meta} meta
 * @param {GameController} controller
 */
function opponentsTable(levels, meta, controller) {
  const head = ['level', 'won', 'drawn', 'lost'].map((name) => make('th', { scope: 'col' }, t(`statistics.${name}`)));
  const table = make('table', { class: 'figures' }, make('thead', {}, make('tr', {}, ...head, make('td', {}))));
  const body = make('tbody');
  for (const [level, tallied] of levels) {
    const cells = [tallied.won, tallied.drawn, tallied.lost].map((count) =>
      make('td', { class: 'number' }, String(count)),
    );
    const name = make(
      'th',
      { scope: 'row' },
      make(
        'span',
        { class: 'opponent-cell' },
        portrait(controller.page.state, meta, level, FACE_PX),
        make(
          'span',
          {},
          calledOpponent(meta, level),
          make('span', { class: 'level-word' }, t('opponents.level', { level })),
        ),
      ),
    );
    body.append(make('tr', {}, name, ...cells, make('td', { class: 'bar-cell' }, bar(tallied))));
  }
  table.append(body);
  return table;
}

/** How a game went, in a few words. @param {ArchivedGame} game @param {Meta} meta */
function verdict(game, meta) {
  const own = score(game);
  const level = Math.max(game.players.w, game.players.b);
  if (own === null) {
    return game.winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${game.winner}`) });
  }
  const key = `today.board.${own > 0 ? 'won' : own < 0 ? 'lost' : 'drawn'}`;
  return t(key, { name: calledOpponent(meta, level) });
}

/** What a game did to the rating. @param {ArchivedGame} game */
function effect({ rated, aid }) {
  if (rated) return `${rated.rating} (${signed(rated.change)})`;
  return aid ? t(`rating.aid.${aid}`) : '';
}

/** @param {ArchivedGame[]} games @param {GameController} controller @param {Panels} panels */
function list(games, controller, panels) {
  const dates = new Intl.DateTimeFormat(LANGUAGES[language()].tag, { dateStyle: 'medium', timeStyle: 'short' });
  const rows = make('ul', { class: 'pasts' });
  for (const game of games.slice(0, listed)) {
    const meta = controller.page.state.games.find(({ key }) => key === game.game);
    if (!meta) continue;
    const own = score(game);
    const tone = own === null ? 'none' : own > 0 ? 'won' : own < 0 ? 'lost' : 'drawn';
    const notes = [t('earlier.turns', { n: game.plies }), dates.format(game.when), effect(game)];
    const entry = make(
      'button',
      { type: 'button', class: 'kept', 'data-keep': game.id, disabled: loadArchivedRecord(game.id) === null },
      make('span', { class: `dot ${tone}`, 'aria-hidden': 'true' }),
      make(
        'span',
        {},
        make('strong', { class: 'kept-line' }, verdict(game, meta)),
        make('span', { class: 'card-note' }, notes.filter(Boolean).join(' · ')),
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

/** How the puzzles of all games went, where any was tried. */
function puzzlesPart() {
  const { games, streak: run } = memory();
  const { puzzles } = ratings();
  if (!Object.keys(games).length) return [];
  const solved = Object.values(games).flatMap((ones) => Object.values(ones).filter((one) => one.solved > 0));
  const daily = streak(days(), today());
  return [
    make(
      'section',
      { class: 'part' },
      ratingCard(t('rating.puzzles'), puzzles, ''),
      told([
        [t('puzzle.figure.solved'), String(solved.length)],
        [t('puzzle.figure.streak'), String(run.now)],
        [t('puzzle.figure.best'), String(run.best)],
      ]),
      make(
        'p',
        { class: 'note' },
        `${t('statistics.days')}: ${t('today.streak', { n: daily.now })} · ${t('today.best', { n: daily.best })}`,
      ),
    ),
  ];
}

/** How ratings come about, for those who want to know. */
const explanation = () =>
  make(
    'details',
    { class: 'how' },
    make('summary', {}, t('rating.how')),
    make('p', {}, t('rating.how.start', { rating: START_RATING, level: NEWCOMER_LEVEL })),
    make('p', {}, t('rating.how.unrated')),
    make('p', {}, ratedPuzzles()),
  );

/** All that is kept, to be taken along or deleted. @param {number} count of the games @param {() => void} again */
const own = (count, again) =>
  make(
    'div',
    { class: 'row wrap' },
    button(t('statistics.export'), () => {
      const { games, puzzles: rating } = ratings();
      const all = { games: everything(), ratings: games, puzzles: { ...memory(), rating }, days: days() };
      save(fileName('games', 'json'), new Blob([JSON.stringify(all, null, 1)], { type: 'application/json' }));
    }),
    button(t('statistics.delete'), async () => {
      if (!(await ask(count ? t('ask.forget', { n: count }) : t('puzzle.forget'), t('ask.forget.yes')))) return;
      forget();
      forgetPuzzles();
      again();
    }),
  );

/**
 * @param {ArchivedGame[]} all
 * @param {GameController} controller
 * @param {Panels} panels
 * @param {() => void} again
 */
function gamePart(all, controller, panels, again) {
  const { state } = controller.page;
  const played = state.games.filter(({ key }) => all.some(({ game }) => game === key));
  const shown = [chosen, state.meta.key, all[0].game].find((key) => played.some((one) => one.key === key));
  const meta = played.find(({ key }) => key === shown);
  if (!meta) return [];
  const games = all.filter(({ game }) => game === meta.key);
  const levels = tally(games);
  const choices = played.map(({ key, name }) => ({ value: key, label: tOr(`game.${key}`, name) }));
  const more = button(t('statistics.more'), () => {
    listed += 100;
    again();
  });
  return [
    segments('filter', t('statistics.game'), choices, meta.key, (value) => {
      chosen = value;
      again();
    }),
    make(
      'section',
      { class: 'part' },
      ratingCard(t('rating.title'), ratings().games[meta.key] ?? unrated(), t('rating.none.text')),
      ...(levels.size ? summary(games, levels) : [make('p', { class: 'note' }, t('statistics.none'))]),
    ),
    ...(levels.size
      ? [
          make(
            'section',
            { class: 'part' },
            make('h3', {}, t('statistics.opponents')),
            opponentsTable(levels, meta, controller),
            button(t('opponents.all'), () => panels.open('opponents')),
          ),
        ]
      : []),
    make(
      'section',
      { class: 'part' },
      make('h3', {}, t('statistics.games')),
      list(games, controller, panels),
      ...(games.length > listed ? [more] : []),
    ),
  ];
}

/** @type {Panel} */
export const statistics = {
  title: () => t('statistics.title'),
  key: ({ meta, settings }) =>
    `${meta.key} ${chosen} ${listed} ${version} ${settings.pieces} ${settings.contrast} ${archivedGames()[0]?.id}`,
  fill(body, controller, panels) {
    ratings();
    const all = archivedGames();
    const again = () => {
      version++;
      controller.page.change(() => {});
    };
    const trained = puzzlesPart();
    const page = make('div', { class: 'parts' });
    if (all.length) page.append(...gamePart(all, controller, panels, again));
    else page.append(empty('statistics', t('statistics.empty')));
    page.append(...trained);
    if (all.length || trained.length) page.append(explanation(), own(all.length, again));
    page.append(make('p', { class: 'note' }, t('statistics.local')));
    body.append(page);
  },
};
