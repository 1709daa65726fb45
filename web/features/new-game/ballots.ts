/**
 * The choice of a ballot for a new game: none, or three opening moves that are drawn at random or chosen. They are radio
 * buttons, grouped by their first move, so that the arrow keys move through those that a search by move or name shows.
 */

import type { GameController } from '../../game/controller.ts';
import { entered, guard, html, live, nothing, radios } from '../../lib/html.ts';
import { language, t } from '../../lib/i18n.ts';
import { plainText } from '../../lib/plain-text.ts';
import type { Ballot } from '../../protocol.d.ts';
import { lateBoard } from '../../shell/thumbnail.ts';
import { isTurned, look, type State } from '../../state/state.ts';
import { form } from './wish.ts';

const FIRST_BALLOT = 1;
const BOARD_PX = 64;

/** Without a ballot or with one, and its number: as it was chosen, else as the match on the board began. */
export function chosenBallot(state: State) {
  const { begin, ballot } = form.of(state);
  const played = state.match?.ballot;
  return { begin: begin ?? (played ? 'lot' : 'none'), ballot: ballot ?? played ?? FIRST_BALLOT };
}

export const namedBallot = ({ begin, ballot }: ReturnType<typeof chosenBallot>) =>
  t(begin === 'chosen' ? 'openings.number' : `openings.${begin}`, { n: ballot });

const fetchBallots = async ({ page, rules }: GameController) =>
  (await rules.request('ballots', { game: page.state.meta.key })).ballots;

/** The number of the ballot for the next match; undefined for none. */
export async function drawnBallot(controller: GameController) {
  const { begin, ballot } = chosenBallot(controller.page.state);
  if (begin !== 'lot') return begin === 'chosen' ? ballot : undefined;
  const deck = (await fetchBallots(controller)).filter((ballot) => ballot.deck);
  return deck[Math.floor(Math.random() * deck.length)].number;
}

/** Chooses how the next match begins: fetches the ballots to choose from, and brings the chosen one into sight. */
async function choose(controller: GameController, begin: 'none' | 'lot' | 'chosen') {
  const { page } = controller;
  const { state } = page;
  const { meta } = state;
  form.amend(page, { begin });
  if (begin !== 'chosen') return;
  const ballots = form.of(state).ballots ?? (await fetchBallots(controller).catch(() => null));
  if (state.panel !== 'new' || state.meta !== meta) return;
  if (ballots) form.amend(page, { ballots });
  else controller.fail(new Error(t('openings.no-ballots')));
  page.draw();
  reveal();
}

/** Brings the list to the top of the form, and the chosen ballot to the middle of the list. */
function reveal() {
  const list = document.querySelector('.ballot-list');
  const rows = list?.closest('.form-rows');
  const field = list?.closest('.field');
  const item = list?.querySelector('input:checked')?.closest('label');
  if (!list || !rows || !field || !item) return;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  list.scrollTop += topOf(item) - topOf(list) - (list.clientHeight - item.clientHeight) / 2;
  rows.scrollTop += topOf(field) - topOf(rows);
}

export function ballotField(state: State, controller: GameController) {
  const { begin } = chosenBallot(state);
  const { ballots } = form.of(state);
  const kinds = (['none', 'lot', 'chosen'] as const).map((value) => ({ value, label: t(`openings.${value}`) }));
  const more = html`
    <span class="note">${t(`openings.note.${begin}`)}</span>
    ${begin === 'chosen' && ballots ? ballotList(state, ballots, controller) : nothing}`;
  return radios('begin', t('openings.begin'), kinds, begin, (value) => choose(controller, value), more);
}

/** Whether every word of a search begins a word of the ballot. */
function fits({ number, text, name }: Ballot, search: string) {
  const words = plainText(`${number} ${text} ${name ?? ''}`).split(' ');
  const wanted = plainText(search).split(' ');
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
}

function ballotList(state: State, all: Ballot[], controller: GameController) {
  const { search } = form.of(state);
  const { ballot: chosen } = chosenBallot(state);
  const theme = look(state);
  const matching = new Set(all.filter((ballot) => fits(ballot, search)));
  const firstMove = ({ text }: Ballot) => text.split(' ')[0];
  const item = (ballot: Ballot) => {
    const { number, text, name, deck, rows } = ballot;
    return html`
      <label class="choice ballot-item" ?hidden=${!matching.has(ballot)}>
        <input type="radio" name="ballot" value=${number} .checked=${live(number === chosen)}
          @change=${() => form.amend(controller.page, { ballot: number })}>
        <span class="along ballot-face">
          ${lateBoard('ballot-board', { meta: state.meta, rows, theme, isTurned: isTurned(state), wide: BOARD_PX })}
          <span class="ballot-words">
            <strong>${name ? `${number}. ${name}` : `${number}.`}</strong>
            <span class="card-note">${deck ? text : t('openings.barred', { ballot: text })}</span>
          </span>
        </span>
      </label>`;
  };
  const group = (first: string) => {
    const ballots = all.filter((ballot) => firstMove(ballot) === first);
    return html`
      <section class="columns dense ballot-group" aria-label=${first} ?hidden=${!ballots.some((ballot) => matching.has(ballot))}>
        <h4>${first}</h4>
        ${ballots.map(item)}
      </section>`;
  };
  const find = (event: Event) => {
    form.amend(controller.page, { search: entered(event) });
    document.querySelector('.ballot-list')?.scrollTo(0, 0);
  };
  // The form is not sent by it: Enter takes the first ballot that was found.
  const take = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = matching;
    if (first) form.amend(controller.page, { ballot: first.number });
  };
  return html`
    <div class="stack snug ballots">
      <input type="search" class="line" aria-label=${t('openings.search')} placeholder=${t('openings.search')}
        autocomplete="off" spellcheck="false" .value=${live(search)} @input=${find} @keydown=${take}>
      <p class="note" role="status">${matching.size ? '' : t('openings.none-found')}</p>
      <div class="ballot-list" role="radiogroup" aria-label=${t('openings.which')}>
        ${guard([language(), all, search, chosen, theme.board, theme.pieces, isTurned(state)], () =>
          [...new Set(all.map(firstMove))].map(group),
        )}
      </div>
    </div>`;
}
