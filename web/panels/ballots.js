/**
 * The choice of a ballot: no ballot, or three opening moves that are drawn at random or chosen.
 *
 * @import { Ballot } from '../protocol.d.ts'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { segments } from '../view/controls.js';
import { ballotList, reveal } from './ballot-list.js';

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

/** The choice in a few words. @param {Choice} choice */
export const named = ({ kind, number }) =>
  t(kind === 'chosen' ? 'openings.number' : `openings.${kind}`, { n: number });

/** Scrolls the form until a field stands at its top. @param {HTMLElement} field */
function bringUp(field) {
  const rows = field.closest('.form-rows');
  if (rows) rows.scrollTop += field.getBoundingClientRect().top - rows.getBoundingClientRect().top;
}

/**
 * @param {GameApi} controller
 * @param {Choice} choice
 */
export function ballotField(controller, choice) {
  const { state } = controller.page;
  const note = make('span', { class: 'note' });
  const place = make('div', {});
  /** Made when a ballot is to be chosen for the first time. @type {HTMLElement | null} */
  let ballots = null;
  const show = async () => {
    const chosen = choice.kind === 'chosen';
    note.textContent = t(`openings.note.${choice.kind}`);
    place.hidden = !chosen;
    if (!chosen || ballots) return;
    ballots = make('div');
    try {
      const all = await choice.all;
      ballots = ballotList(state, all, choice.number, (number) => {
        choice.number = number;
      });
      place.append(ballots);
      reveal(ballots);
      bringUp(field);
    } catch {
      ballots = null;
      controller.fail(new Error(t('openings.no-ballots')));
    }
  };
  const kinds = /** @type {const} */ (['none', 'lot', 'chosen']).map((value) => ({
    value,
    label: t(`openings.${value}`),
  }));
  const field = segments('begin', t('openings.begin'), kinds, choice.kind, (value) => {
    choice.kind = /** @type {Choice['kind']} */ (value);
    show();
  });
  field.append(note, place);
  show();
  return field;
}
