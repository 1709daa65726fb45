/**
 * One game of the library: its tags and collections, to be changed; and buttons that open, export or delete it.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { LibraryGame } from '../library/types.d.ts'
 */

import { button, make, setText } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { toast } from '../lib/toast.js';
import { MINE } from '../library/collections.js';
import { retag } from '../library/editing.js';
import { CASUAL_GAME, RATED_GAME } from '../state/tags.js';
import { faultOf } from './library-faults.js';
import { collectionName } from './library-filters.js';
import { withIcon } from './library-import.js';

/** The tags that have a field of their own; the others follow them. */
const TAGS = ['White', 'Black', 'Event', 'Site', 'Date', 'Round'];

/** The result, with the reason in the words of the record. @param {LibraryGame} game */
export const resultText = ({ result, tags }) => {
  const why = known(tags.Termination);
  return t(`library.result.${result}`) + (why ? ` (${why})` : '');
};

/** Both players, for a list. @param {LibraryGame} game */
export const playersOf = ({ white, black }) =>
  known(white) || known(black)
    ? [white, black].map((name) => known(name) || '?').join(' – ')
    : t('library.players.unknown');

/** The event, for a list. @param {LibraryGame} game */
export const eventOf = ({ event }) => {
  if (event === CASUAL_GAME) return t('printed.casual');
  return event === RATED_GAME ? t('printed.rated') : known(event);
};

/** The opening, for a list. @param {LibraryGame} game */
export const openingOf = ({ opening }) => (known(opening) ? t('status.opening', { name: opening }) : '');

/** A tag's value; empty for one that stands for nothing. @param {string | undefined} value */
export const known = (value) => (value && !/^[?.\-\s]*$/.test(value) ? value : '');

/** A date without what is unknown: `1950`, `1950-03`. @param {string} date */
export const dateText = (date) =>
  date
    .split('.')
    .filter((part) => !part.includes('?'))
    .join('-');

/**
 * @param {GameController} controller
 * @param {LibraryGame} game
 * @param {{ open: () => void, remove: () => void, back: () => void, saved: (id: number) => void }} acts
 */
export function gamePart(controller, game, acts) {
  const meta = controller.page.state.games.find(({ key }) => key === game.game);
  const fault = make('p', { class: 'fault', role: 'alert' });
  /** @type {Map<string, HTMLInputElement>} */
  const fields = new Map();
  const others = Object.keys(game.tags).filter(
    (name) => !TAGS.includes(name) && name !== 'GameType' && name !== 'Result',
  );
  const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ value) => {
    const input = make('input', { type: 'text', class: 'line', autocomplete: 'off', 'data-keep': `tag-${name}` });
    input.value = value;
    fields.set(name, input);
    return make('label', { class: 'field' }, make('span', { class: 'label' }, label), input);
  };
  const tags = [...TAGS, ...others].map((name) =>
    field(name, tOr(`library.tag.${name}`, name), game.tags[name] ?? ''),
  );
  const own = game.collections.filter((name) => name !== MINE);
  const collections = field('collections', t('library.collections'), own.join(', '));
  const store = make(
    'button',
    { type: 'submit', class: 'button main', 'data-keep': 'library-save' },
    t('library.save'),
  );
  const form = make('form', { class: 'form library-game', novalidate: true });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    store.disabled = true;
    try {
      const values = Object.fromEntries([...fields].map(([name, input]) => [name, input.value.trim()]));
      const { collections: chosen, ...edited } = values;
      const names = chosen
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean);
      if (game.collections.includes(MINE)) names.unshift(MINE);
      const kept = Object.fromEntries(Object.entries(game.tags).filter(([name]) => !(name in edited)));
      const id = await retag(controller.rules, game, { ...kept, ...edited }, { collections: [...new Set(names)] });
      controller.say(t('library.saved'));
      toast(t('library.saved'));
      acts.saved(id);
    } catch (error) {
      store.disabled = false;
      setText(fault, faultOf(error));
    }
  });
  const about = [
    meta ? tOr(`game.${meta.key}`, meta.name) : game.game,
    resultText(game),
    t('earlier.turns', { n: game.plies }),
    openingOf(game),
    ...(game.ballot ? [t('openings.ballot', { n: game.ballot })] : []),
    ...game.collections.map(collectionName),
  ];
  form.append(
    make(
      'div',
      { class: 'row' },
      withIcon('before', button(t('library.back'), acts.back, { 'data-keep': 'library-back' })),
    ),
    make('div', {}, make('h3', {}, playersOf(game)), make('p', { class: 'note' }, about.filter(Boolean).join(' · '))),
    make(
      'div',
      { class: 'row wrap' },
      withIcon('open', button(t('share.open'), acts.open, { 'data-keep': 'library-open' })),
      withIcon('prune', button(t('library.delete'), acts.remove, { 'data-keep': 'library-delete' })),
    ),
    make('div', { class: 'library-fields' }, ...tags, collections),
    make('p', { class: 'note' }, t('library.collections.how')),
    fault,
    store,
  );
  return form;
}
