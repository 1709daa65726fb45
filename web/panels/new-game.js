/**
 * The form for a new game: players, level and clock at once; set-up, opening and optional rules folded into a line each.
 *
 * @import { Panel, Panels } from './manager.js'
 * @import { Side } from '../protocol.d.ts'
 * @import { Match, Meta } from '../types.d.ts'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { seats } from '../game/correspondence.js';
import { button, make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { draw, today } from '../lib/seed.js';
import { opponentRating } from '../state/opponents.js';
import { proposedOpponent } from '../state/ratings.js';
import { other, players as usual } from '../state/state.js';
import { saveOptions } from '../state/store.js';
import { check, ruled, segments } from '../view/controls.js';
import { levelName } from '../view/dialog.js';
import { fold } from '../view/fold.js';
import { useLaterStyles } from '../view/later-styles.js';
import { calledOpponent, character, manner } from '../view/opponent.js';
import { portrait } from '../view/portrait.js';
import { ballotField, ballotOf, drawn as drawnBallot, named as namedBallot } from './ballots.js';

useLaterStyles();

/** How large the opponent's face is, in CSS pixels. */
const FACE_PX = 56;

/** @typedef {{ minutes: number, increment: number }} Control minutes a side, seconds a move */

/** The usual time controls. @type {Control[]} */
const CONTROLS = [
  { minutes: 3, increment: 2 },
  { minutes: 5, increment: 3 },
  { minutes: 10, increment: 5 },
  { minutes: 30, increment: 10 },
];

/** The longest time control. @type {Control} */
const MOST = { minutes: 180, increment: 180 };

/** A time control as players write it. @param {Control} control */
const written = ({ minutes, increment }) => `${minutes}+${increment}`;

/**
 * The choices in the form. `who` is the person's side, or `lots`, `both`, `none`, `link`.
 *
 * @typedef {object} Wish
 * @property {string} who
 * @property {number} level
 * @property {string} setup
 * @property {number} seed
 * @property {import('./ballots.js').Choice | null} ballot null in a game without ballots
 * @property {Record<string, boolean>} options
 * @property {string} clock `none`, `other`, or one of `CONTROLS` as players write it
 * @property {Control} control the time control for `other`
 */

/** @type {Panel} */
export const newGame = {
  title: (state) => t('new.title', { game: tOr(`game.${state.meta.key}`, state.meta.name) }),
  key: (state) => state.meta.key,
  fill(body, controller, panels) {
    const { meta, match, players } = controller.page.state;
    // The level of a game that goes on stays; else the next opponent is proposed.
    const level = (!match?.outcome && Math.max(players.w, players.b, 0)) || proposedOpponent(meta);
    const byLink = players.w < 0 || players.b < 0;
    /** @type {Wish} */
    const wish = {
      who: byLink
        ? 'link'
        : players.w && players.b
          ? 'none'
          : !players.w && !players.b
            ? 'both'
            : players.w
              ? 'b'
              : 'w',
      level,
      setup: match?.setup && meta.setups.some((one) => one.key === match.setup) ? match.setup : meta.setups[0].key,
      seed: draw(),
      ballot: meta.ballots ? ballotOf(controller) : null,
      options: Object.fromEntries(meta.options.map((one) => [one.key, match?.options[one.key] ?? one.default])),
      ...clockOf(match),
    };
    const rows = make('div', { class: 'form-rows' });
    const sides = /** @type {Side[]} */ ([meta.first, other(meta.first)]);
    /** @type {{ value: string, label: string }[]} */
    const who = sides.map((side) => ({
      value: side,
      label: t('new.side', { side: t(`side.${side}`) }),
    }));
    who.push({ value: 'lots', label: t('new.lots') }, { value: 'both', label: t('new.both') });
    who.push({ value: 'link', label: t('new.link') }, { value: 'none', label: t('new.none') });
    if (meta.lots && (wish.who === 'w' || wish.who === 'b')) wish.who = 'lots';
    const seated = segments('who', t('new.who'), who, wish.who, (value) => {
      wish.who = value;
      strength.hidden = value === 'both' || value === 'link';
      post.hidden = value !== 'link';
    });
    seated.classList.add('seated');

    const levels = make('select', { name: 'level', 'aria-label': t('new.level') });
    for (let one = 1; one <= meta.levels; one++) {
      levels.append(make('option', { value: one, selected: one === level }, levelName(one)));
    }
    const face = make('div', { class: 'opponent-choice' });
    const introduce = () => face.replaceChildren(...introduction(meta, wish.level));
    levels.addEventListener('change', () => {
      wish.level = Number(levels.value);
      introduce();
    });
    introduce();
    const label = make('span', { class: 'label', 'aria-hidden': 'true' }, t('new.level'));
    const strength = make('div', { class: 'field strength' }, label, levels, face);
    strength.hidden = wish.who === 'both' || wish.who === 'link';
    const post = make('p', { class: 'note' }, t('new.link-note'));
    post.hidden = wish.who !== 'link';
    rows.append(seated, strength, post, clockFields(wish), ...folds(controller, wish));
    const begin = make('button', { type: 'submit', class: 'button main', id: 'start' }, t('new.start'));
    const whole = make('form', { class: 'form footed' }, rows, make('div', { class: 'form-foot' }, begin));
    whole.addEventListener('submit', (event) => {
      event.preventDefault();
      start(controller, panels, wish);
    });
    body.append(whole);
  },
};

/**
 * The opponent of a level: the face, the character, and how it plays.
 *
 * @param {Meta} meta
 * @param {number} level
 */
const introduction = (meta, level) => {
  const rating = opponentRating(meta.key, level)?.rating;
  const name = [calledOpponent(level), rating].filter(Boolean).join(' · ');
  return [
    portrait(level, FACE_PX),
    make('span', { class: 'note' }, make('strong', {}, name), ` ${character(level)} ${manner(meta, level)}`),
  ];
};

/**
 * What is chosen less often: each choice in a line that unfolds.
 *
 * @param {GameApi} controller
 * @param {Wish} wish
 */
function folds(controller, wish) {
  const { meta } = controller.page.state;
  const { ballot, options } = wish;
  const found = [];
  if (meta.setups.length > 1 || meta.setups[0].seeded) {
    const setup = () => {
      const one = meta.setups.find(({ key }) => key === wish.setup) ?? meta.setups[0];
      return [tOr(`setup.${meta.key}.${one.key}`, one.name), one.seeded ? wish.seed : ''].filter(Boolean).join(' · ');
    };
    found.push(fold('setup', t('new.setup'), setup, ...setupFields(controller, wish)));
  }
  if (ballot)
    found.push(fold('begin', t('openings.begin'), () => namedBallot(ballot), ballotField(controller, ballot)));
  if (meta.options.length) {
    const on = () => meta.options.filter(({ key }) => options[key]);
    const names = () =>
      on()
        .map(({ key, name }) => tOr(`option.${meta.key}.${key}`, name))
        .join(' · ') || t('new.options.none');
    const field = make('fieldset', { class: 'field' }, make('legend', {}, t('new.options')));
    for (const option of meta.options) {
      field.append(
        check(`option-${option.key}`, ruled(meta, option), options[option.key], (value) => {
          options[option.key] = value;
        }),
      );
    }
    found.push(fold('options', t('new.options'), names, field));
  }
  return found.length ? [make('div', { class: 'folds' }, ...found)] : [];
}

/** The time control of the match on the board, as the default for the next match. @param {Match | null} match */
function clockOf(match) {
  const clock = match?.clock;
  if (!clock) return { clock: 'none', control: { minutes: 15, increment: 0 } };
  const control = { minutes: clock.initial / 60, increment: clock.increment };
  return { clock: CONTROLS.map(written).find((one) => one === written(control)) ?? 'other', control };
}

/** @param {Wish} wish */
function clockFields(wish) {
  /** @param {'minutes' | 'increment'} what */
  const number = (what) => {
    const least = what === 'minutes' ? 1 : 0;
    const label = t(`new.${what}`);
    const input = make('input', {
      type: 'number',
      name: what,
      min: least,
      max: MOST[what],
      value: wish.control[what],
      inputmode: 'numeric',
    });
    input.addEventListener('input', () => {
      const chosen = Math.floor(Number(input.value) || 0);
      wish.control[what] = Math.min(MOST[what], Math.max(least, chosen));
    });
    return make('label', { class: 'grow' }, make('span', { class: 'note' }, label), input);
  };
  const other = make('div', { class: 'row' }, number('minutes'), number('increment'));
  other.hidden = wish.clock !== 'other';
  const runsOn = make('p', { class: 'note' }, t('new.clock-note'));
  runsOn.hidden = wish.clock === 'none';
  const choices = [
    { value: 'none', label: t('new.no-clock') },
    ...CONTROLS.map(written).map((value) => ({ value, label: value })),
    { value: 'other', label: t('new.other-clock') },
  ];
  const field = segments('clock', t('new.clock'), choices, wish.clock, (value) => {
    wish.clock = value;
    other.hidden = value !== 'other';
    runsOn.hidden = value === 'none';
  });
  field.classList.add('clocks');
  field.append(other, runsOn);
  return field;
}

/**
 * @param {GameApi} controller
 * @param {Wish} wish
 */
function setupFields(controller, wish) {
  const { meta } = controller.page.state;
  const number = make('input', {
    type: 'number',
    name: 'seed',
    min: 0,
    max: 99999,
    value: wish.seed,
    inputmode: 'numeric',
    'aria-label': t('new.seed'),
  });
  number.addEventListener('input', () => {
    wish.seed = Math.min(99999, Math.max(0, Math.floor(Number(number.value) || 0)));
  });
  const another = button(t('new.another'), () => {
    wish.seed = draw();
    number.value = String(wish.seed);
  });
  const daily = button(t('new.daily'), () => {
    wish.seed = today();
    number.value = String(wish.seed);
  });
  const seeded = () => meta.setups.find((one) => one.key === wish.setup)?.seeded ?? false;
  const seed = make(
    'div',
    { class: 'field' },
    make('span', { class: 'label' }, t('new.seed')),
    make('div', { class: 'row' }, make('div', { class: 'grow' }, number), another, daily),
    make('span', { class: 'note' }, t('new.seed-note')),
  );
  seed.hidden = !seeded();
  const choices = meta.setups.map((one) => ({
    value: one.key,
    label: tOr(`setup.${meta.key}.${one.key}`, one.name),
  }));
  const setup = segments('setup', t('new.setup'), choices, wish.setup, (value) => {
    wish.setup = value;
    seed.hidden = !seeded();
  });
  return meta.setups.length > 1 ? [setup, seed] : [seed];
}

/**
 * @param {GameApi} controller
 * @param {Panels} panels
 * @param {Wish} wish
 */
async function start(controller, panels, wish) {
  const { meta } = controller.page.state;
  const seeded = meta.setups.find((one) => one.key === wish.setup)?.seeded;
  const drawn = usual({ ...meta, lots: true });
  const person = wish.who === 'lots' ? (drawn.w ? 'b' : 'w') : wish.who;
  const played = {
    w: person === 'w' || person === 'both' ? 0 : wish.level,
    b: person === 'b' || person === 'both' ? 0 : wish.level,
  };
  const players = wish.who === 'link' ? seats(meta.first) : played;
  const control = wish.clock === 'other' ? wish.control : CONTROLS.find((one) => written(one) === wish.clock);
  const clock = control ? { initial: control.minutes * 60, increment: control.increment } : null;
  const ballot = wish.ballot ? await drawnBallot(wish.ballot).catch(() => undefined) : undefined;
  // Do nothing if the player has closed the panel or changed the game meanwhile.
  if (controller.page.state.panel !== 'new' || controller.page.state.meta !== meta) return;
  panels.close();
  const { setup, options } = wish;
  if (meta.options.length) saveOptions(meta.key, options);
  controller.fresh({ setup, seed: seeded ? wish.seed : undefined, ballot, options, clock, players });
}
