/** The player's own mistakes as puzzles: what is due, the reviews that find them, and all of them as small boards. */

import type { GameController } from '../../game/controller.ts';
import { button, empty, entered, html, icon, nothing } from '../../lib/html.ts';
import { gameName, t } from '../../lib/i18n.ts';
import { ask } from '../../shell/dialog.ts';
import type { MistakeCard } from '../../state/kept.ts';
import { rights } from '../../state/rights.ts';
import { metaOf, type State } from '../../state/state.ts';
import { allCards, deck } from '../../store/deck.ts';
import { faultOf } from '../../store/library/words.ts';
import { isDue } from '../../store/schedule.ts';
import { isReady, pagesOf, progress, tile } from './list.ts';
import { choose } from './listing.ts';
import { mistakes, reviewsOf } from './mistake-reviews.ts';
import { trainerOf } from './session.ts';

/** How a card stands, as a puzzle does: one that was solved often enough is never due again. */
const standingOf = (card: MistakeCard) => (isDue(card) ? 'due' : card.due === undefined ? 'solved' : 'waits');

const dueOf = (cards: MistakeCard[]) => cards.filter(isDue);

function reviewsText(state: State) {
  const { isOn, todo, done, error } = mistakes.of(state);
  if (error) return faultOf(error);
  if (!todo) return done ? t('mistakes.reviews.done', { n: done }) : t('mistakes.reviews.none');
  if (!isOn) return t('mistakes.reviews.off', { n: todo });
  return t(rights(state).spare ? 'mistakes.reviews.on' : 'mistakes.reviews.waits', { n: todo });
}

function reviewPart(state: State, controller: GameController) {
  const { isOn, todo, done, share, error, names } = mistakes.of(state);
  const count = todo + done;
  const bar = { n: done + (share ?? 0), count, text: t('puzzle.of', { n: done, count }) };
  const reviews = reviewsOf(controller);
  const name = (event: Event) => {
    const typed = entered(event).split(',');
    reviews.name(typed.map((name) => name.trim()).filter(Boolean));
  };
  const label = t(isOn ? 'mistakes.pause' : done ? 'mistakes.resume' : 'mistakes.start');
  const turning = { kind: isOn || done ? 'button' : 'button main', does: 'reviews', isOn };
  const turn = button(label, () => reviews.turn(!isOn), turning);
  return html`
    <section class="part loose mistake-reviews">
      <h3>${t('mistakes.reviews')}</h3>
      <p class="note" role=${error ? 'alert' : nothing}>${reviewsText(state)}</p>
      ${count ? progress(t('mistakes.reviews'), bar, 'along progress wide') : nothing}
      ${todo || isOn ? html`<div class="row wrap">${turn}</div>` : nothing}
      <div class="field">
        <label for="own-names" class="label">${t('mistakes.names')}</label>
        <input type="text" class="line" id="own-names" autocomplete="off" .value=${names.join(', ')} @change=${name}>
        <p class="note">${t('mistakes.names.about')}</p>
      </div>
    </section>`;
}

function tileOf(card: MistakeCard, state: State, controller: GameController) {
  const how = standingOf(card);
  const played = `${card.played}${card.mark}`;
  const label = [gameName(card), played, card.players, card.date, t(`puzzle.standing.${how}`)].join(', ');
  const labels = { name: card.played, label, how, sign: how === 'solved' ? 'done' : '' };
  const begin = () => trainerOf(controller).beginCard(card);
  const meta = metaOf(state, card.key) ?? state.meta;
  return tile(state, { ...card, meta }, labels, html`<span>${played}</span>`, begin);
}

export const mistakesView = (state: State, controller: GameController) =>
  html`<div class="parts puzzles mistakes">${deckView(state, controller)}</div>`;

function deckView(state: State, controller: GameController) {
  const { cards } = mistakes.of(state);
  if (!cards) return html`<p class="note" aria-busy="true">${t('puzzle.fetching')}</p>`;
  const due = dueOf(cards);
  const train = () => trainerOf(controller).beginCard(due[0]);
  const training = { kind: 'button main wide', does: 'train', isOff: !due.length || !isReady(state) };
  const start = () => html`
    <section class="part puzzle-start">
      <div class="columns">${button(t('mistakes.train', { n: due.length }), train, training)}</div>
      <p class="note">${t('mistakes.count', { n: cards.length })}</p>
    </section>`;
  const back = button(t('puzzle.back'), () => choose(controller, { view: 'sets' }), { does: 'all-puzzles' });
  return html`
    ${cards.length ? start() : empty('review', t('mistakes.none'))}
    ${reviewPart(state, controller)}
    ${cards.length ? pagesOf(cards, (card) => tileOf(card, state, controller), state, controller) : nothing}
    <div class="row wrap">${back}</div>
    <p class="note">${t(state.isUnkept ? 'bar.unkept.label' : 'puzzle.local')}</p>`;
}

export function mistakesLink(state: State, controller: GameController) {
  const { todo: n } = mistakes.of(state);
  const about = n ? t('mistakes.reviews.off', { n }) : t('mistakes.about');
  return html`
    <button type="button" class="entry set-row mistakes-link" data-does="mistakes"
      @click=${() => choose(controller, { view: 'mistakes' })}>
      ${icon('review')}
      <span class="fill set-text">
        <strong>${t('mistakes.title')}</strong><span class="card-note">${about}</span>
      </span>
      ${icon('next')}
    </button>`;
}

export async function nextMistake(controller: GameController, card: MistakeCard) {
  const { reviewed } = trainerOf(controller);
  const at = reviewed.indexOf(card) + 1;
  const [next] = at ? reviewed.slice(at) : dueOf(await allCards().catch(() => []));
  await (next ? trainerOf(controller).beginCard(next, reviewed) : trainerOf(controller).leave());
}

export async function forgetMistake(card: MistakeCard, controller: GameController) {
  if (!(await ask(t('mistakes.forget')))) return;
  // A position that is still being put on the board would take what is said of a full disk away.
  await controller.unlocked();
  await deck.remove(card.id);
  await trainerOf(controller).leave();
}
