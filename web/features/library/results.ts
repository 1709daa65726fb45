/** The library's list: the search with its filters, what was found, and what can be done with chosen games. */

import { button, empty, entered, fileButton, html, icon, live, nothing, pick, tool } from '../../lib/html.ts';
import { count, counted, gameName, movesText, t } from '../../lib/i18n.ts';
import { metaOf, type State } from '../../state/state.ts';
import { isOneGame } from '../../store/library/editing.ts';
import { dateText, eventOf, openingOf, playersOf, resultText } from '../../store/library/words.ts';
import { boardFields, tagFields } from './filters.ts';
import { importFiles, importPart } from './imports.ts';
import { longList } from './list.ts';
import { type Library, ORDERS } from './session.ts';
import type { LibraryState } from './state.ts';

const SAMPLE = 50; // so many rows tell whether the list has several games

const queryLine = ({ query, fault, isRefused }: LibraryState, library: Library) => html`
  <div class="library-search stack">
    <input type="search" class="line" name="library-query" placeholder=${t('library.search.placeholder')}
      aria-label=${t('library.search')} aria-describedby="library-fault" aria-invalid=${isRefused} autocomplete="off"
      autocapitalize="none" spellcheck="false" .value=${live(query)}
      @input=${(event: Event) => library.write(entered(event))}>
    <p class="fault" role="alert" id="library-fault">${fault}</p>
  </div>`;

function head({ areFiltersOpen, count: all }: LibraryState, library: Library) {
  const fold = () => library.set({ areFiltersOpen: !areFiltersOpen });
  const take = (files: File[]) => importFiles(library, files);
  return html`
    <div class="row library-head">
      ${fileButton(t('library.import.choose'), take, { isMany: true, picture: '', kind: all ? 'button' : 'button main' })}
      <div class="along">
        <button type="button" class="button fill" data-does="library-filters" aria-controls="library-filters"
          aria-expanded=${areFiltersOpen} @click=${fold}>${t('library.filters')}${icon('down')}</button>
        ${tool('save', t('library.tools.title'), () => library.show({ view: 'tools' }), { kind: 'button plain', does: 'library-tools' })}
      </div>
    </div>`;
}

/** What is said above the list: that games were deleted, what a backup brought, or that the explorer has chosen them. */
function bars({ removed, only, backup: { isBusy, message } }: LibraryState, library: Library) {
  const n = removed.length;
  const bar = (text: string, act: unknown) =>
    html`<div class="row library-bar"><span class="grow">${text}</span>${act}</div>`;
  const undo = () => library.undo();
  const all = () => library.show({ only: null });
  const read = () => library.set({ backup: { isBusy: false, message: '' } });
  return html`
    ${n ? bar(counted('library.deleted', n), button(t('library.undo'), undo, { does: 'library-undo' })) : nothing}
    ${message && !isBusy ? bar(message, button(t('library.import.done'), read, { does: 'restored-done' })) : nothing}
    ${only ? bar(t('library.only'), button(t('library.all'), all, { does: 'library-all' })) : nothing}`;
}

function listLine({ hits: { length: n }, count: all, order, isChoosing, message }: LibraryState, library: Library) {
  const found =
    all === null ? '' : t(n === all ? 'library.count' : 'library.found', { n, count: count(n), all: count(all) });
  const summary = [message, found].filter(Boolean).join(' ');
  const orders = ORDERS.map((value) => ({ value, label: t(`library.order.${value}`) }));
  const sort = (chosen: LibraryState['order']) => library.show({ order: chosen });
  const choose = () => library.set({ isChoosing: !isChoosing, chosen: new Map() });
  return html`
    <div class="row library-line" ?hidden=${all === 0}>
      <p class="note grow" role="status">${summary}</p>
      ${pick('library-order', t('library.order'), orders, order, sort, 'line')}
      ${button(t(isChoosing ? 'library.choose.end' : 'library.choose'), choose, { does: 'library-choose', isOn: isChoosing })}
    </div>`;
}

function chosenActs({ isChoosing, chosen, hits }: LibraryState, library: Library) {
  const n = chosen.size;
  const games = [...chosen.values()];
  const all = () => library.set({ chosen: new Map(hits.map(({ game }) => [game.id, game])) });
  return html`
    <div class="row wrap chosen-acts" ?hidden=${!isChoosing}>
      <span class="note grow" role="status">${counted('library.chosen', n)}</span>
      ${button(t('library.choose.all'), all)}
      ${button(t('library.merge'), () => library.merge(), { isOff: n < 2 || !isOneGame(games) })}
      ${button(t('library.delete'), () => library.remove(games), { does: 'choose-delete', isOff: !n })}
    </div>`;
}

function rows(state: State, library: Library) {
  const { hits, isChoosing, chosen } = library.now;
  const isMixed = new Set(hits.slice(0, SAMPLE).map(({ game }) => game.game)).size > 1;
  return (at: number, tab: number) => {
    const { game, ply } = hits[at];
    const players = playersOf(game).replace(/ \(Saltus\D*(\d+)\)/g, ' ($1)');
    const meta = metaOf(state, game.game);
    const check = () => html`
      <label class="game-check">
        <input type="checkbox" tabindex=${tab} aria-label=${players} .checked=${live(chosen.has(game.id))}
          @change=${() => library.choose(game)}>
      </label>`;
    const open = () => library.show({ view: 'game', game });
    const edit = () => tool('edit', t('library.details', { players }), open, { tab });
    const notes = [
      resultText(game),
      isMixed && meta ? gameName(meta) : '',
      dateText(game.date),
      movesText(game.plies),
      eventOf(game),
      openingOf(game),
    ];
    return html`
      <button type="button" class="entry fill game-row" tabindex=${tab} @click=${() => (isChoosing ? library.choose(game) : library.put(game, ply))}>
        <span class=${`round of-side game-result ${game.result}`} aria-hidden="true"></span>
        <span class="fill">
          <strong class="block cut">${players}</strong>
          <span class="card-note cut">${notes.filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      ${isChoosing ? check() : edit()}`;
  };
}

function instead({ hits, count: all, isRefused }: LibraryState) {
  if (all) return hits.length ? nothing : empty('library', t('library.none'));
  if (all === null || isRefused) return nothing;
  return html`
    <div class="empty">
      ${icon('library')}
      <p>${t('library.empty')}</p>
      <p class="note drop-note">${t('library.drop')}</p>
    </div>`;
}

export function listPart(state: State, library: Library, earlier: unknown) {
  const { now } = library;
  const { areFiltersOpen } = now;
  return html`
    <div class="library stack">
      ${queryLine(now, library)}
      ${head(now, library)}
      <div class="library-filters stack" id="library-filters" ?hidden=${!areFiltersOpen}>
        ${areFiltersOpen ? html`${tagFields(state, library)}${boardFields(state, library)}` : nothing}
      </div>
      ${earlier}
      ${bars(now, library)}
      ${listLine(now, library)}
      ${chosenActs(now, library)}
      ${instead(now)}
      ${longList(t('library.games'), library, rows(state, library))}
      ${importPart(now, library)}
    </div>`;
}
