/**
 * The ballots to choose from: grouped by their first move, each with a small board, and a field that searches them by
 * move, name or number. They are radio buttons, so the arrow keys move through those that are shown.
 *
 * @import { State } from '../state/state.js'
 * @import { Ballot } from '../protocol.d.ts'
 */

import { make, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { plainText } from '../lib/plain-text.js';
import { look } from '../state/state.js';
import { thumbnail } from '../view/thumbnail.js';

/** The width of a small board, in CSS pixels. */
const BOARD_PX = 64;

/** Whether every word of a search begins a word of the ballot. @param {Ballot} ballot @param {string} search */
export function fits({ number, text, name }, search) {
  const words = plainText(`${number} ${text} ${name ?? ''}`).split(/\s+/);
  return plainText(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/**
 * @param {State} state
 * @param {Ballot[]} all
 * @param {number} chosen the number of the ballot
 * @param {(number: number) => void} choose
 */
export function ballotList(state, all, chosen, choose) {
  const search = make('input', {
    type: 'search',
    class: 'ballot-search',
    'aria-label': t('openings.search'),
    placeholder: t('openings.search'),
    autocomplete: 'off',
    spellcheck: false,
  });
  const none = make('p', { class: 'note', role: 'status' });
  const list = make('div', { class: 'ballot-list', role: 'radiogroup', 'aria-label': t('openings.which') });

  /** Draws the boards that come into sight, and no others. */
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const ballot = isIntersecting && byLabel.get(target);
        if (!ballot) continue;
        seen.unobserve(target);
        const turned = state.bottom !== state.meta.bottom;
        target
          .querySelector('.ballot-board')
          ?.append(thumbnail(state.meta, ballot.rows, look(state), turned, BOARD_PX));
      }
    },
    { root: list, rootMargin: `${2 * BOARD_PX}px` },
  );

  /** @type {Map<Element, Ballot>} */
  const byLabel = new Map();
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const ballot of all) {
    const [first] = ballot.text.split(' ');
    let group = groups.get(first);
    if (!group) {
      group = make('section', { class: 'ballot-group', 'aria-label': first }, make('h4', {}, first));
      groups.set(first, group);
    }
    const label = item(ballot, ballot.number === chosen, choose);
    byLabel.set(label, ballot);
    group.append(label);
    seen.observe(label);
  }
  list.append(...groups.values());

  search.addEventListener('input', () => {
    for (const [label, ballot] of byLabel) /** @type {HTMLElement} */ (label).hidden = !fits(ballot, search.value);
    for (const group of groups.values()) group.hidden = !group.querySelector('label:not([hidden])');
    setText(none, list.querySelector('label:not([hidden])') ? '' : t('openings.none-found'));
    list.scrollTop = 0;
  });
  // The form is not sent by it: Enter takes the first ballot that was found.
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (list.querySelector('label:not([hidden]) input'))?.click();
  });
  return make('div', { class: 'ballots' }, search, none, list);
}

/** @param {Ballot} ballot @param {boolean} checked @param {(number: number) => void} choose */
function item(ballot, checked, choose) {
  const { number, text, name, deck } = ballot;
  const input = make('input', { type: 'radio', name: 'ballot', value: number, checked });
  input.addEventListener('change', () => choose(number));
  const label = deck ? text : t('openings.barred', { ballot: text });
  return make(
    'label',
    { class: 'ballot-item' },
    input,
    make(
      'span',
      { class: 'ballot-face' },
      make('span', { class: 'ballot-board', 'aria-hidden': 'true' }),
      make(
        'span',
        { class: 'ballot-words' },
        make('strong', {}, name ? `${number}. ${name}` : `${number}.`),
        make('span', { class: 'card-note' }, label),
      ),
    ),
  );
}

/** Brings the chosen ballot into sight, within the list alone. @param {HTMLElement} ballots */
export function reveal(ballots) {
  const list = /** @type {HTMLElement} */ (ballots.querySelector('.ballot-list'));
  const chosen = list.querySelector('input:checked')?.closest('label');
  if (!chosen) return;
  const box = chosen.getBoundingClientRect();
  list.scrollTop += box.top - list.getBoundingClientRect().top - (list.clientHeight - box.height) / 2;
}
