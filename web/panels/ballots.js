/**
 * The choice of a ballot: no ballot, or three opening moves that are drawn at random or chosen.
 *
 * @import { Ballot } from '../protocol.d.ts'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { look } from '../state/state.js';
import { segments } from '../view/controls.js';
import { thumbnail } from '../view/thumbnail.js';

/**
 * @typedef {object} Choice
 * @property {'none' | 'lot' | 'chosen'} kind
 * @property {number} number of the chosen ballot
 * @property {Promise<Ballot[]>} all the ballots of the game
 */

/** The number of the first ballot, the default. */
const FIRST_BALLOT = 1;

/**
 * The choice with which the match on the board began.
 *
 * @param {GameApi} controller
 * @returns {Choice}
 */
export function ballotOf({ page, rules }) {
  const { meta, match } = page.state;
  const all = rules.request('ballots', { game: meta.key }).then(({ ballots }) => ballots);
  all.catch(() => {});
  return { kind: match?.ballot ? 'lot' : 'none', number: match?.ballot ?? FIRST_BALLOT, all };
}

/**
 * The number of the ballot for the next match; undefined for none.
 *
 * @param {Choice} choice
 */
export async function drawn({ kind, number, all }) {
  if (kind === 'none') return undefined;
  if (kind === 'chosen') return number;
  const deck = (await all).filter((ballot) => ballot.deck);
  return deck[Math.floor(Math.random() * deck.length)].number;
}

/** The text of a ballot in the list. @param {Ballot} ballot */
const written = ({ number, text, name }) => [`${number}.`, text, name].filter(Boolean).join(' ');

/**
 * @param {GameApi} controller
 * @param {Choice} choice
 */
export function ballotField(controller, choice) {
  const { state } = controller.page;
  const select = make('select', { name: 'ballot', 'aria-label': t('openings.which') });
  const picture = make('div', { class: 'ballot-board' });
  const note = make('span', { class: 'note' });
  const told = make('div', { class: 'ballot' }, picture, note);
  /** @type {Ballot[]} */
  let there = [];
  const show = () => {
    const chosen = choice.kind === 'chosen';
    select.hidden = picture.hidden = !chosen;
    note.textContent = t(`openings.note.${choice.kind}`);
    const ballot = there.find(({ number }) => number === choice.number);
    if (chosen && ballot)
      picture.replaceChildren(
        thumbnail(state.meta, ballot.rows, look(state), state.bottom !== state.meta.bottom, 96),
      );
  };
  select.addEventListener('change', () => {
    choice.number = Number(select.value);
    show();
  });
  choice.all.then(
    (all) => {
      there = all;
      /** The ballots by their first move. @type {Map<string, Ballot[]>} */
      const families = new Map();
      for (const ballot of all) {
        const [first] = ballot.text.split(' ');
        families.set(first, [...(families.get(first) ?? []), ballot]);
      }
      for (const [first, family] of families) {
        const group = make('optgroup', { label: first });
        for (const ballot of family) {
          const label = ballot.deck ? written(ballot) : t('openings.barred', { ballot: written(ballot) });
          group.append(make('option', { value: ballot.number, selected: ballot.number === choice.number }, label));
        }
        select.append(group);
      }
      show();
    },
    () => controller.fail(new Error(t('openings.no-ballots'))),
  );
  const kinds = /** @type {const} */ (['none', 'lot', 'chosen']).map((value) => ({
    value,
    label: t(`openings.${value}`),
  }));
  const field = segments('begin', t('openings.begin'), kinds, choice.kind, (value) => {
    choice.kind = /** @type {Choice['kind']} */ (value);
    show();
  });
  field.append(select, told);
  show();
  return field;
}
