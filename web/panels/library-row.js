/**
 * A game in the list of the library.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Hit } from '../library/catalogue.js'
 */

import { button, icon, make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { desk } from './library-desk.js';
import { dateText, eventOf, openingOf, playersOf, resultText } from './library-game.js';

/** So many rows tell whether the list has several games. */
const SAMPLE = 50;

/**
 * @param {GameController} controller
 * @param {Hit} hit
 * @param {{ open: (hit: Hit) => void, details: (hit: Hit) => void, chose: () => void }} acts
 */
export function gameRow(controller, hit, acts) {
  const { game } = hit;
  const meta = controller.page.state.games.find(({ key }) => key === game.game);
  const isMixed = new Set(desk.hits.slice(0, SAMPLE).map((one) => one.game.game)).size > 1;
  const notes = [
    isMixed && meta ? tOr(`game.${meta.key}`, meta.name) : '',
    dateText(game.date),
    t('earlier.turns', { n: game.plies }),
    eventOf(game),
    openingOf(game),
  ];
  const entry = make(
    'button',
    { type: 'button', class: 'game-row' },
    make('span', { class: `game-result ${game.result}`, 'aria-hidden': 'true' }),
    make(
      'span',
      { class: 'game-text' },
      make('strong', { class: 'game-line' }, playersOf(game)),
      make('span', { class: 'card-note game-line' }, notes.filter(Boolean).join(' · ')),
      make('span', { class: 'offscreen' }, `. ${resultText(game)}`),
    ),
  );
  if (desk.isChoosing) return [entry, box(hit, entry, acts.chose)];
  entry.addEventListener('click', () => acts.open(hit));
  const label = t('library.details', { players: playersOf(game) });
  const details = button('', () => acts.details(hit), { class: 'tool', 'aria-label': label, title: label });
  details.append(icon('edit'));
  return [entry, details];
}

/** The box that chooses a game; so does the whole row. @param {Hit} hit @param {HTMLElement} entry @param {() => void} chose */
function box({ game }, entry, chose) {
  const input = make('input', {
    type: 'checkbox',
    checked: desk.chosen.has(game.id),
    'aria-label': playersOf(game),
  });
  const choose = (/** @type {boolean} */ isIn) => {
    input.checked = isIn;
    if (isIn) desk.chosen.add(game.id);
    else desk.chosen.delete(game.id);
    chose();
  };
  input.addEventListener('change', () => choose(input.checked));
  entry.addEventListener('click', () => choose(!input.checked));
  return make('label', { class: 'game-check' }, input);
}
