/** The library: games that were played here or imported, to be searched, opened, edited and exported. */

import { fileName, save } from '../../lib/files.ts';
import { button, entered, field, fileButton, fold, html, live, nothing, repeat } from '../../lib/html.ts';
import { counted, gameName, moment, movesText, t, tOr } from '../../lib/i18n.ts';
import type { Format } from '../../protocol.d.ts';
import { ask } from '../../shell/dialog.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { won } from '../../state/describe.ts';
import type { EarlierGame } from '../../state/kept.ts';
import type { LibraryGame } from '../../state/library.ts';
import { look, metaOf, type State } from '../../state/state.ts';
import { collectionName, dateText, eventOf, openingOf, playersOf, resultText } from '../../store/library/words.ts';
import { dropEarlierGame } from '../../store/store.ts';
import { known } from '../../store/tags.ts';
import { watchSight } from './list.ts';
import { listPart } from './results.ts';
import { fieldsOf, type Library, libraryOf } from './session.ts';
import { type LibraryState, libraryState } from './state.ts';

export { importFiles } from './imports.ts';
export { libraryOf } from './session.ts';

const TITLES = { list: 'library.title', game: 'library.edit.title', tools: 'library.tools.title' };
const LISTED = 50;

/** Shows what the explorer has found: games by id, with the ply to open each at. */
export function showGames(context: PanelContext, plies: Map<number, number>) {
  libraryOf(context).show({ view: 'list', query: '', only: plies });
  context.panels.open('library');
}

export const library: Panel = {
  // Under another heading a view is read from its start.
  title: (state) => t(TITLES[libraryState.of(state).view]),

  place(state) {
    const { view, game } = libraryState.of(state);
    return view === 'game' && game ? 'record' : undefined;
  },

  view(state, context) {
    const desk = libraryOf(context);
    const now = libraryState.of(state);
    const { view, game } = now;
    if (view === 'tools') return toolsPart(now, desk);
    if (view === 'game' && game) return gamePart(state, game, desk);
    return listPart(state, desk, [earlierPart(state, context), asidePart(state, desk)]);
  },

  opened(context) {
    const desk = libraryOf(context);
    return [...desk.open(), ...watchSight(desk)];
  },
};

const backButton = (library: Library) => html`
  <div class="row">
    ${button(t('library.back'), () => library.show({ view: 'list' }), { picture: 'before', does: 'library-back' })}
  </div>`;

function gamePart(state: State, game: LibraryGame, library: Library) {
  const { typed, fault, isSaving, same } = libraryState.of(state);
  const about = [
    gameName(metaOf(state, game.game) ?? { key: game.game }),
    resultText(game),
    movesText(game.plies),
    openingOf(game),
    game.ballot ? t('openings.ballot', { n: game.ballot }) : '',
    ...game.collections.map(collectionName),
  ];
  const line = ([name, value]: [string, string]) => {
    const type = (event: Event) => library.set({ typed: { ...library.now.typed, [name]: entered(event) } });
    const label = name === 'collections' ? t('library.collections') : tOr(`library.tag.${name}`, name);
    const input = html`
      <input type="text" class="line" autocomplete="off" name=${`tag-${name}`} .value=${live(typed[name] ?? value)}
        @input=${type}>`;
    return field(label, input);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    library.save();
  };
  return html`
    <form class="form fill footed" novalidate @submit=${submit}>
      <div class="form-rows">
        ${backButton(library)}
        <div>
          <h3>${playersOf(game)}</h3>
          <p class="note">${about.filter(Boolean).join(' · ')}</p>
        </div>
        <div class="row wrap">
          ${button(t('share.open'), () => library.put(game, 0), { picture: 'open' })}
          ${button(t('library.delete'), () => library.remove([game]), { picture: 'prune' })}
        </div>
        ${same.length ? sameMovesPart(same, library) : nothing}
        <div class="columns library-fields">${Object.entries(fieldsOf(game)).map(line)}</div>
        <p class="note">${t('library.collections.how')}</p>
      </div>
      <div class="form-foot">
        <p class="fault" role="alert">${fault}</p>
        <button type="submit" class="button main" data-does="library-save" ?disabled=${isSaving}>${t('library.save')}</button>
      </div>
    </form>`;
}

/** A button that shows a game, by what tells it from others with the same moves. */
function gameButton(game: LibraryGame, library: Library) {
  const round = known(game.tags.Round ?? '');
  const about = [playersOf(game), dateText(game.date), eventOf(game), round, resultText(game)];
  return button(about.filter(Boolean).join(' · '), () => library.show({ view: 'game', game }), {
    kind: 'entry kept',
  });
}

const sameMovesPart = (same: LibraryGame[], library: Library) => html`
  <div class="stack close same-moves">
    <p class="label">${t('library.same')}</p>
    ${same.slice(0, LISTED).map((game) => gameButton(game, library))}
    ${same.length > LISTED ? html`<p class="note">${counted('library.same.more', same.length - LISTED)}</p>` : nothing}
  </div>`;

const toolsPart = (now: LibraryState, library: Library) => html`
  <div class="parts library-tools">
    ${backButton(library)}
    <div class="part"><h3>${t('library.export')}</h3>${exporting(now, library)}</div>
    <div class="part"><h3>${t('library.duplicates')}</h3>${alike(now, library)}</div>
    <div class="part"><h3>${t('library.backup')}</h3>${backups(now, library)}</div>
  </div>`;

function exporting({ hits: { length: n }, exported: { isBusy, message } }: LibraryState, library: Library) {
  const write = (format: Format) =>
    button(t(`share.form.${format}`), () => library.export(format), { does: `export-${format}`, isOff: isBusy });
  const stop = button(t('share.stop'), () => library.exporting?.abort(), { does: 'export-stop' });
  return html`
    <div class="row wrap">${write('pdn')}${write('json')}${write('sgf')}${isBusy ? stop : nothing}</div>
    <p class="note" role="status">${message || counted('library.export.what', n)}</p>`;
}

function alike({ groups, duplicates: { message } }: LibraryState, library: Library) {
  if (!groups) {
    const look = () => library.findDuplicates();
    return html`
      <p class="note" role="status">${message || t('library.duplicates.how')}</p>
      <div class="row">${button(t('library.duplicates.find'), look, { does: 'library-duplicates' })}</div>`;
  }
  const row = (group: LibraryGame[]) =>
    html`<li>${group.map((game) => gameButton(game, library))}${button(t('library.merge'), () => library.join([group]))}</li>`;
  return html`
    <p class="note" role="status">${counted('library.duplicates.count', groups.length)}</p>
    ${groups.length > 1 ? html`<div class="row">${button(t('library.merge.all'), () => library.join(groups))}</div>` : nothing}
    <p class="fault" role="alert">${message}</p>
    <ol class="duplicates stack">${groups.slice(0, LISTED).map(row)}</ol>`;
}

const backups = ({ backup: { isBusy, message } }: LibraryState, library: Library) => html`
  <div class="row wrap">
    ${button(t('library.backup.save'), () => library.backUp(), { picture: 'save', does: 'backup-save', isOff: isBusy })}
    ${fileButton(t('library.backup.restore'), ([file]) => library.restore(file), { accept: '' })}
  </div>
  <p class="note" role="status">${message || t('library.backup.how')}</p>`;

/** What was stored and could not be read. */
function asidePart({ kept: { asides }, games }: State, library: Library) {
  if (!asides.length) return nothing;
  const entry = (aside: State['kept']['asides'][number]) => {
    const { key, text, when } = aside;
    const game = games.find((meta) => key === `table.${meta.key}`);
    const write = () => save(fileName('unreadable', 'txt'), new Blob([text], { type: 'text/plain' }));
    const forget = async () => (await ask(t('aside.delete.sure'), t('library.delete'))) && library.forget(aside);
    return html`
      <li class="row wrap">
        <span class="grow"><strong class="block">${game ? gameName(game) : key}</strong> <span class="card-note">${when ? moment(when) : nothing}</span></span>
        ${button(t('aside.save'), write, { picture: 'save', does: 'aside-save' })}
        ${button(t('library.delete'), forget, { picture: 'prune' })}
      </li>`;
  };
  return html`
    <section class="stack asides">
      <h3 class="label">${t('aside.title')}</h3>
      <p class="note">${t('aside.how')}</p>
      <ul class="stack">${repeat(asides, ({ id }) => id, entry)}</ul>
    </section>`;
}

function earlierPart(state: State, { controller, panels }: PanelContext) {
  const { earlier, records } = state.kept;
  // One that has ended is in the list.
  const kept = earlier.filter(({ id, winner }) => !(winner && records.has(id ?? '')));
  if (!kept.length) return nothing;
  const entry = (game: EarlierGame) => {
    const { key, rows, bottom, winner, plies, when } = game;
    const meta = metaOf(state, key);
    if (!meta) return nothing;
    const bring = () =>
      panels.leave(`#game=${key}`, async () => {
        if (await controller.loadRecord(game.record, game, game.id, 'shelf')) dropEarlierGame(game);
      });
    const how = winner ? won(winner) : t('earlier.open');
    return html`
      <li>
        <button type="button" class="entry kept" @click=${bring}>
          ${smallBoard({ meta, rows, theme: look(state, meta), isTurned: bottom !== meta.bottom, wide: 72 })}
          <span>
            <strong class="block">${gameName(meta)}</strong>
            <span class="block">${how} · ${movesText(plies)}</span>
            <span class="card-note">${moment(when)}</span>
          </span>
        </button>
      </li>`;
  };
  const games = html`<ul class="stack close">${repeat(kept, ({ when }) => when, entry)}</ul>`;
  return fold('earlier', t('earlier.title'), String(kept.length), games);
}
