/**
 * How the games went that were played to their end: each game's rating and results, and of one game the course of the
 * rating, the accuracy, wins in a row, each opponent, and every game to be opened again; and how the puzzles went.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { ArchivedGame, Tally } from '../state/archive.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Meta } from '../types.d.ts'
 */

import { button, icon, make } from '../lib/dom.js';
import { fileName, save } from '../lib/files.js';
import { LANGUAGES, language, t, tOr } from '../lib/i18n.js';
import { today } from '../lib/seed.js';
import { games as library } from '../library/database.js';
import {
  archivedGames,
  countOf,
  everything,
  forget,
  kindOf,
  lastResults,
  MIN_RATED_MOVES,
  meanAccuracy,
  streaks,
  sumOf,
  tally,
} from '../state/archive.js';
import { streak } from '../state/days.js';
import { NEWCOMER_LEVEL } from '../state/opponents.js';
import { FIRST_GAMES, START_RATING, unrated } from '../state/rating.js';
import { ratings } from '../state/ratings.js';
import { days } from '../study/daily.js';
import { forget as forgetPuzzles, memory } from '../study/schedule.js';
import { ask } from '../view/dialog.js';
import { useLaterStyles } from '../view/later-styles.js';
import { calledOpponent } from '../view/opponent.js';
import { outcomeBar, outcomeRow, outcomes } from '../view/outcomes.js';
import { portrait } from '../view/portrait.js';
import { ratingCard } from '../view/trend.js';
import { nextButton } from './next-step.js';
import { ratedPuzzles, runsPart } from './puzzle-progress.js';
import { gameList } from './statistics-games.js';

useLaterStyles();

/** How many of the games are listed at first. */
const FIRST_LISTED_GAMES = 30;

/** How many of the last results are shown in a row. */
const LAST_RESULTS = 10;

const FACE_PX = 36;

/** The game whose figures are shown; empty for the one on the board, or the one that was played last. */
let chosen = '';
let listed = FIRST_LISTED_GAMES;
let version = 0;

/** A share of 0 to 1 as the language writes it. @param {number} share */
const percent = (share) =>
  new Intl.NumberFormat(LANGUAGES[language()].tag, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** Figures with what they are called. @param {[string, string][]} figures a label and its value */
const told = (figures) =>
  make(
    'dl',
    { class: 'stat-figures' },
    ...figures.map(([label, value]) => make('div', {}, make('dt', {}, label), make('dd', {}, value))),
  );

/**
 * The whole of a game: what it adds up to.
 *
 * @param {ArchivedGame[]} games with one against the computer at least
 * @param {Map<number, Tally>} levels
 */
function summary(games, levels) {
  const sum = sumOf(levels.values());
  const count = countOf(sum);
  const apart = countOf(sum.unrated)
    ? [make('p', { class: 'note' }, t('opponents.unrated', { ...sum.unrated }))]
    : [];
  if (!count) return apart;
  const accuracy = meanAccuracy(games);
  const { now, best } = streaks(games);
  return [
    told([
      [t('statistics.figure.won'), percent(sum.won / count)],
      [t('statistics.figure.accuracy'), accuracy === null ? '–' : percent(accuracy / 100)],
      [t('statistics.figure.streak'), String(now)],
      [t('statistics.figure.best'), String(best)],
    ]),
    outcomes(sum),
    make(
      'div',
      { class: 'last-results' },
      make('h3', {}, t('statistics.last')),
      outcomeRow(lastResults(games, LAST_RESULTS).map(kindOf)),
    ),
    ...apart,
  ];
}

/**
 * Won, drawn and lost against each opponent.
 *
 * @param {Map<number, Tally>} levels
 */
function opponentsTable(levels) {
  const head = ['level', 'won', 'drawn', 'lost'].map((name) => make('th', { scope: 'col' }, t(`statistics.${name}`)));
  const table = make('table', { class: 'figures' }, make('thead', {}, make('tr', {}, ...head, make('td', {}))));
  const body = make('tbody');
  for (const [level, tallied] of levels) {
    const cells = [tallied.won, tallied.drawn, tallied.lost].map((count) =>
      make('td', { class: count ? 'number' : 'number none' }, String(count)),
    );
    const name = make(
      'th',
      { scope: 'row' },
      make(
        'span',
        { class: 'opponent-cell' },
        portrait(level, FACE_PX),
        make(
          'span',
          {},
          calledOpponent(level),
          make('span', { class: 'level-word' }, t('opponents.level', { level })),
          ...(countOf(tallied.unrated)
            ? [make('span', { class: 'level-word' }, t('statistics.unrated', { n: countOf(tallied.unrated) }))]
            : []),
        ),
      ),
    );
    body.append(make('tr', {}, name, ...cells, make('td', { class: 'bar-cell' }, outcomeBar(tallied))));
  }
  table.append(body);
  return table;
}

/** How the puzzles of all games went, where any was tried. */
function puzzlesPart() {
  const { games, streak: run } = memory();
  const { puzzles } = ratings();
  const tried = Object.values(games).flatMap((ones) => Object.values(ones));
  if (!tried.length) return [];
  const daily = streak(days(), today());
  return [
    make(
      'section',
      { class: 'part' },
      ratingCard(t('rating.puzzles'), puzzles, ''),
      told([
        [t('puzzle.figure.solved'), String(tried.filter(({ solved }) => solved > 0).length)],
        [t('puzzle.figure.streak'), String(run.now)],
        [t('puzzle.figure.best'), String(run.best)],
      ]),
      ...runsPart(),
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
    make('p', {}, t('rating.how.early', { n: FIRST_GAMES })),
    make('p', {}, t('rating.how.unrated', { n: MIN_RATED_MOVES })),
    make('p', {}, t('rating.how.next')),
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
      // They are in the library, too. Without a database they are not.
      await library.removePlayed().catch(() => {});
    }),
  );

/**
 * The games that were played, each with its rating and its results: one is chosen to be looked at.
 *
 * @param {ArchivedGame[]} all
 * @param {Meta[]} played
 * @param {string} shown the key of one of them
 * @param {() => void} again
 */
function gameChoice(all, played, shown, again) {
  const row = make('div', { class: 'stat-games' });
  for (const { key, name } of played) {
    const { count, rating } = ratings().games[key] ?? unrated();
    const input = make('input', {
      type: 'radio',
      name: 'filter',
      value: key,
      checked: key === shown,
      'data-keep': `filter-${key}`,
    });
    input.addEventListener('change', () => {
      chosen = key;
      again();
    });
    const face = make(
      'span',
      { class: 'stat-game-face' },
      make('span', { class: 'stat-game-name' }, tOr(`game.${key}`, name)),
      make('strong', {}, count ? String(Math.round(rating)) : '–'),
      outcomeBar(sumOf(tally(all.filter(({ game }) => game === key)).values())),
    );
    row.append(make('label', { class: 'stat-game' }, input, face));
  }
  return make('fieldset', { class: 'field' }, make('legend', { class: 'offscreen' }, t('statistics.game')), row);
}

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
  const name = tOr(`game.${meta.key}`, meta.name);
  const more = button(t('statistics.more'), () => {
    listed += 100;
    again();
  });
  return [
    ...(played.length > 1 ? [gameChoice(all, played, meta.key, again)] : []),
    make(
      'section',
      { class: 'part' },
      ratingCard(
        `${name} · ${t('rating.title')}`,
        ratings().games[meta.key] ?? unrated(),
        levels.size ? t('rating.none.text') : '',
      ),
      ...(levels.size ? summary(games, levels) : [make('p', { class: 'note' }, t('statistics.none'))]),
    ),
    ...(levels.size
      ? [
          make(
            'section',
            { class: 'part' },
            make('h3', {}, t('statistics.opponents')),
            opponentsTable(levels),
            make(
              'div',
              { class: 'row wrap' },
              nextButton(meta, controller, panels),
              button(t('opponents.all'), () => panels.open('opponents')),
            ),
          ),
        ]
      : []),
    make(
      'section',
      { class: 'part' },
      make('h3', {}, t('statistics.games')),
      gameList(games.slice(0, listed), meta, controller, panels),
      ...(games.length > listed ? [more] : []),
    ),
  ];
}

/** What to do where nothing has been played yet. @param {Panels} panels */
const invitation = (panels) =>
  make(
    'div',
    { class: 'empty invitation' },
    icon('statistics'),
    make('h3', {}, t('statistics.empty')),
    make('p', {}, t('statistics.empty.text')),
    make(
      'div',
      { class: 'row' },
      button(t('statistics.empty.play'), () => panels.open('opponents'), {
        class: 'button main',
        'data-does': 'play',
      }),
      button(t('statistics.empty.puzzle'), () => panels.open('puzzles'), { 'data-does': 'puzzle' }),
    ),
  );

/** @type {Panel} */
export const statistics = {
  title: () => t('statistics.title'),
  key: ({ meta }) => `${meta.key} ${chosen} ${listed} ${version} ${archivedGames()[0]?.id}`,
  fill(body, controller, panels) {
    ratings();
    const all = archivedGames();
    const again = () => {
      version++;
      controller.page.change(() => {});
    };
    const trained = puzzlesPart();
    const page = make('div', { class: 'parts statistics' });
    if (all.length) page.append(...gamePart(all, controller, panels, again));
    else page.append(invitation(panels));
    page.append(...trained);
    if (all.length || trained.length) page.append(explanation(), own(all.length, again));
    page.append(make('p', { class: 'note' }, t('statistics.local')));
    body.append(page);
  },
};
