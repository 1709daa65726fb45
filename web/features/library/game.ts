/** One game of the library: its tags and collections, to be changed; and buttons that open or delete it. */

import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { button } from '../../lib/controls.ts';
import { t, tOr } from '../../lib/i18n.ts';
import type { State } from '../../state/state.ts';
import type { LibraryGame } from '../../store/library/types.d.ts';
import { collectionName, openingOf, playersOf, resultText } from '../../store/library/words.ts';
import { fieldsOf, type Library } from './session.ts';

export function gamePart(
  state: State,
  game: LibraryGame,
  library: Library,
  { open, remove }: { open: () => void; remove: () => void },
) {
  const { typed, fault, isSaving } = state.library;
  const meta = state.games.find(({ key }) => key === game.game);
  const about = [
    meta ? tOr(`game.${meta.key}`, meta.name) : game.game,
    resultText(game),
    t('earlier.turns', { n: game.plies }),
    openingOf(game),
    game.ballot ? t('openings.ballot', { n: game.ballot }) : '',
    ...game.collections.map(collectionName),
  ];
  const field = ([name, value]: [string, string]) => {
    const type = (event: Event) => {
      const { value: text } = event.currentTarget as HTMLInputElement;
      library.set({ typed: { ...library.now.typed, [name]: text } });
    };
    const label = name === 'collections' ? t('library.collections') : tOr(`library.tag.${name}`, name);
    return html`
      <label class="field">
        <span class="label">${label}</span>
        <input type="text" class="line" autocomplete="off" name=${`tag-${name}`} .value=${live(typed[name] ?? value)} @input=${type}>
      </label>`;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    library.save();
  };
  return html`
    <form class="form library-game" novalidate @submit=${submit}>
      <div class="row">
        ${button(t('library.back'), () => library.show({ view: 'list' }), { picture: 'before', does: 'library-back' })}
      </div>
      <div>
        <h3>${playersOf(game)}</h3>
        <p class="note">${about.filter(Boolean).join(' · ')}</p>
      </div>
      <div class="row wrap">
        ${button(t('share.open'), open, { picture: 'open' })}
        ${button(t('library.delete'), remove, { picture: 'prune' })}
      </div>
      <div class="library-fields">${Object.entries(fieldsOf(game)).map(field)}</div>
      <p class="note">${t('library.collections.how')}</p>
      <p class="fault" role="alert">${fault}</p>
      <button type="submit" class="button main" data-does="library-save" ?disabled=${isSaving}>${t('library.save')}</button>
    </form>`;
}
