/**
 * The player's own mistakes as puzzles: what is due, the reviews that find them, and all of them as small boards.
 *
 * @import { MistakeCard } from '../types.d.ts'
 * @import { GameController } from '../game/api.d.ts'
 * @import { MistakeReviews } from '../study/mistake-reviews.js'
 * @import { Trainer } from '../study/puzzle.js'
 */

import { button, empty, icon, make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { look } from '../state/state.js';
import { isPlaying } from '../state/studying.js';
import { allCards, dropCard } from '../study/deck.js';
import { reviewsOf } from '../study/mistake-reviews.js';
import { standing } from '../study/schedule.js';
import { ask } from '../view/dialog.js';
import { thumbnail, whenSeen } from '../view/thumbnail.js';
import { faultOf } from './library-faults.js';
import { again, choice, isReady, TILES_PER_PAGE } from './puzzle-choice.js';

/** How wide a small board is drawn, in CSS pixels. */
const BOARD_PX = 84;

/** @param {MistakeCard} card */
const standingOf = ({ due = 0, progress }) =>
  progress ? standing({ ...progress, missed: progress.missed, due }) : due <= Date.now() ? 'due' : 'waits';

/** @param {MistakeCard[]} cards */
const dueOf = (cards) => cards.filter((card) => standingOf(card) === 'due');

/**
 * How the reviews stand, and the button that starts or pauses them.
 *
 * @param {MistakeReviews} reviews
 * @param {GameController} controller
 */
function reviewPart(reviews, controller) {
  const { isOn, todo, done, share, error, names } = reviews;
  const part = make('section', { class: 'part mistake-reviews' }, make('h3', {}, t('mistakes.reviews')));
  const count = todo.length + done;
  const state = error
    ? faultOf(error)
    : !count
      ? t('mistakes.reviews.none')
      : !todo.length
        ? t('mistakes.reviews.done', { n: done })
        : isOn && isPlaying(controller.page.state)
          ? t('mistakes.reviews.waits', { n: todo.length })
          : t(isOn ? 'mistakes.reviews.on' : 'mistakes.reviews.off', { n: todo.length });
  part.append(make('p', { class: 'note', role: error ? 'alert' : undefined }, state));
  if (count) {
    const value = done + (share ?? 0);
    const label = t('puzzle.of', { n: done, count });
    const bar = make('progress', { max: count, value, 'aria-label': `${t('mistakes.reviews')}: ${label}` });
    part.append(make('p', { class: 'progress wide' }, bar, make('span', { 'aria-hidden': 'true' }, label)));
  }
  if (todo.length || isOn) {
    const label = t(isOn ? 'mistakes.pause' : done ? 'mistakes.resume' : 'mistakes.start');
    part.append(
      make(
        'div',
        { class: 'row wrap' },
        button(label, () => reviews.turn(!isOn), {
          class: isOn || done ? 'button' : 'button main',
          'data-keep': 'reviews',
          'data-does': 'reviews',
          'aria-pressed': String(isOn),
        }),
      ),
    );
  }
  const input = make('input', {
    type: 'text',
    class: 'line',
    id: 'own-names',
    autocomplete: 'off',
    'data-keep': 'own-names',
    value: names.join(', '),
  });
  input.addEventListener('change', () =>
    reviews.name(
      input.value
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  );
  part.append(
    make(
      'div',
      { class: 'field' },
      make('label', { for: 'own-names', class: 'label' }, t('mistakes.names')),
      input,
      make('p', { class: 'note' }, t('mistakes.names.about')),
    ),
  );
  return part;
}

/**
 * @param {MistakeCard} card
 * @param {GameController} controller
 * @param {Trainer} course
 */
function tile(card, controller, course) {
  const { state } = controller.page;
  const meta = state.games.find(({ key }) => key === card.key);
  const how = standingOf(card);
  const label = [
    tOr(`game.${card.key}`, card.key),
    `${card.played}${card.mark}`,
    card.players,
    card.date,
    t(`puzzle.standing.${how}`),
  ].join(', ');
  const entry = button('', () => course.beginCard(card), {
    class: `tile ${how}`,
    'aria-label': label,
    title: label,
    'data-keep': `card-${card.game}-${card.ply}`,
    'data-card': card.played,
    disabled: !isReady(state),
  });
  const board = make('span', { class: 'tile-board' });
  if (meta) {
    board.style.aspectRatio = `${meta.files} / ${meta.ranks}`;
    whenSeen(board, () => thumbnail(meta, card.rows, look(state, meta), card.side !== meta.bottom, BOARD_PX));
  }
  entry.append(
    board,
    make('span', { class: 'tile-foot', 'aria-hidden': 'true' }, make('span', {}, `${card.played}${card.mark}`)),
  );
  if (how === 'solved') entry.append(make('span', { class: 'tile-mark' }, icon('done')));
  return make('li', {}, entry);
}

/** The cards that were read last. @type {MistakeCard[] | null} */
let cards = null;

/** For which state of the deck they were read. */
let readAt = -1;

/**
 * @param {HTMLElement} body
 * @param {GameController} controller
 * @param {Trainer} course
 */
export function browseMistakes(body, controller, course) {
  const reviews = reviewsOf(controller);
  const page = make('div', { class: 'parts puzzles mistakes' });
  body.append(page);
  if (readAt !== reviews.deck) {
    readAt = reviews.deck;
    allCards()
      .then(
        (found) => {
          cards = found;
        },
        (error) => {
          reviews.error = error;
          cards ??= [];
        },
      )
      .then(() => again(controller));
  }
  const back = button(
    t('puzzle.back'),
    () => {
      choice.view = 'sets';
      again(controller);
    },
    { 'data-keep': 'all-puzzles', 'data-does': 'all-puzzles' },
  );
  if (!cards) {
    page.append(make('p', { class: 'note', 'aria-busy': 'true' }, t('puzzle.fetching')));
    return;
  }
  const due = dueOf(cards);
  const go = button(t('mistakes.train', { n: due.length }), () => due[0] && course.beginCard(due[0]), {
    class: 'button main wide',
    'data-keep': 'train',
    'data-does': 'train',
    disabled: !due.length || !isReady(controller.page.state),
  });
  if (cards.length) {
    page.append(
      make(
        'section',
        { class: 'part puzzle-start' },
        make('div', { class: 'puzzle-go' }, go),
        make('p', { class: 'note' }, t('mistakes.count', { n: cards.length })),
      ),
    );
  } else page.append(empty('review', t('mistakes.none')));
  page.append(reviewPart(reviews, controller));
  if (cards.length) {
    const shown = cards.slice(0, choice.tiles);
    page.append(
      make('ol', { class: 'tiles' }, ...shown.map((card) => tile(card, controller, course))),
      ...moreButton(cards.length - shown.length, controller),
    );
  }
  page.append(make('div', { class: 'row wrap' }, back), make('p', { class: 'note' }, t('puzzle.local')));
}

/** @param {number} left @param {GameController} controller */
function moreButton(left, controller) {
  if (left <= 0) return [];
  const more = () => {
    choice.tiles += TILES_PER_PAGE;
    again(controller);
  };
  return [
    button(t('puzzle.more', { n: Math.min(left, TILES_PER_PAGE) }), more, {
      class: 'button more-tiles',
      'data-keep': 'more',
      'data-does': 'more',
    }),
  ];
}

/**
 * The way from the puzzles to the own mistakes.
 *
 * @param {GameController} controller
 */
export function mistakesLink(controller) {
  const { todo } = reviewsOf(controller);
  const row = button(
    '',
    () => {
      choice.view = 'mistakes';
      again(controller);
    },
    { class: 'set-row mistakes-link', 'data-keep': 'mistakes', 'data-does': 'mistakes' },
  );
  const about = todo.length ? t('mistakes.reviews.off', { n: todo.length }) : t('mistakes.about');
  row.append(
    icon('review'),
    make(
      'span',
      { class: 'set-text' },
      make('strong', {}, t('mistakes.title')),
      make('span', { class: 'card-note' }, about),
    ),
    icon('next'),
  );
  return row;
}

/**
 * The puzzle after a mistake: the next one that is due, else the list.
 *
 * @param {GameController} controller
 * @param {Trainer} course
 */
export async function nextMistake(controller, course) {
  const [next] = dueOf(await allCards().catch(() => []));
  if (next) await course.beginCard(next);
  else {
    await course.end();
    again(controller);
  }
}

/**
 * Takes a mistake out of the deck, after a question.
 *
 * @param {MistakeCard} card
 * @param {GameController} controller
 * @param {Trainer} course
 */
export async function forgetMistake(card, controller, course) {
  if (!(await ask(t('mistakes.forget'), t('ask.forget.yes')))) return;
  await dropCard(card.id);
  await course.end();
  again(controller);
}
