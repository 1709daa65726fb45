/**
 * The fields of a search: each sets a term of the query's line, and shows what the line says.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Meta } from '../types.d.ts'
 */

import { button, make } from '../lib/dom.js';
import { t, tOr } from '../lib/i18n.js';
import { catalogue } from '../library/catalogue.js';
import { MINE } from '../library/collections.js';
import { ends, hasWord, range, termValue, withValue, withWord } from '../library/terms.js';
import { check } from '../view/controls.js';
import { fold } from '../view/fold.js';
import { patternBoard, patternOf, patternText } from './library-pattern.js';

/** The name of a collection for the player. @param {string} name */
export const collectionName = (name) => (name === MINE ? t('library.mine') : name);

/** What the fields edit. @typedef {{ query: string, set: (query: string) => void }} Line `set` searches, too */

/** The terms of the board: they are about one game. */
const BOARD_TERMS = ['position', 'after', 'pattern', 'material', 'turn'];

/** @param {string} label @param {HTMLElement} input */
const labelled = (label, input) => make('label', { class: 'field' }, make('span', { class: 'label' }, label), input);

/**
 * A field with a text or a number.
 *
 * @param {string} name
 * @param {string} value
 * @param {(value: string) => void} set
 * @param {Record<string, string | number>} [attributes]
 */
function textField(name, value, set, attributes = {}) {
  const input = make('input', {
    type: 'text',
    class: 'line',
    autocomplete: 'off',
    'data-keep': `library-${name}`,
    ...attributes,
  });
  input.value = value;
  input.addEventListener('input', () => set(input.value));
  return input;
}

/**
 * @param {string} name
 * @param {[string, string][]} choices
 * @param {string} value
 * @param {(value: string) => void} set
 */
function choice(name, choices, value, set) {
  const select = make('select', { class: 'line', 'data-keep': `library-${name}` });
  for (const [key, label] of choices) select.append(make('option', { value: key, selected: key === value }, label));
  select.addEventListener('change', () => set(select.value));
  return select;
}

/** Two numbers. @param {string} name @param {Line} line */
function between(name, line) {
  const [low, high] = ends(termValue(line.query, name));
  const number = { inputmode: 'numeric', maxlength: 4 };
  const set = () => line.set(withValue(line.query, name, range(from.value.trim(), to.value.trim())));
  const from = textField(`${name}-from`, low, set, {
    ...number,
    'aria-label': t(`library.${name}.from`),
    placeholder: t('library.from'),
  });
  const to = textField(`${name}-to`, high, set, {
    ...number,
    'aria-label': t(`library.${name}.to`),
    placeholder: t('library.to'),
  });
  return make(
    'div',
    { class: 'field' },
    make('span', { class: 'label' }, t(`library.${name}`)),
    make('div', { class: 'pair' }, from, to),
  );
}

/** The fields about the tags of games. @param {GameController} controller @param {Line} line */
export function tagFields(controller, line) {
  const { games } = controller.page.state;
  const set = (/** @type {string} */ key) => (/** @type {string} */ value) =>
    line.set(withValue(line.query, key, value));
  const text = (/** @type {string} */ key) =>
    labelled(t(`library.${key}`), textField(key, termValue(line.query, key), set(key)));
  const any = /** @type {[string, string]} */ (['', t('library.any')]);
  const game = termValue(line.query, 'game');
  const results = ['white', 'black', 'draw', 'unfinished'].map(
    (key) => /** @type {[string, string]} */ ([key, t(`library.result.${key}`)]),
  );
  const names = [...catalogue.collections().keys()].sort();
  const balloted = games.some(({ key, ballots }) => ballots && (!game || key === game));
  return make(
    'div',
    { class: 'library-fields' },
    labelled(
      t('library.game'),
      choice(
        'game',
        [any, ...games.map(({ key, name }) => /** @type {[string, string]} */ ([key, tOr(`game.${key}`, name)]))],
        game,
        set('game'),
      ),
    ),
    labelled(
      t('library.result'),
      choice('result', [any, ...results], termValue(line.query, 'result'), set('result')),
    ),
    text('player'),
    text('event'),
    text('opening'),
    ...(balloted
      ? [
          labelled(
            t('library.ballot'),
            textField('ballot', termValue(line.query, 'ballot'), set('ballot'), {
              inputmode: 'numeric',
              maxlength: 4,
            }),
          ),
        ]
      : []),
    between('year', line),
    between('length', line),
    ...(names.length > 1 || names[0] === MINE
      ? [
          labelled(
            t('library.collection'),
            choice(
              'collection',
              [any, ...names.map((name) => /** @type {[string, string]} */ ([name, collectionName(name)]))],
              termValue(line.query, 'collection'),
              set('collection'),
            ),
          ),
        ]
      : []),
  );
}

/** The query about another game: what it asks of the board of one is not asked of another. @param {string} query @param {Meta} meta */
function forGame(query, meta) {
  const other = termValue(query, 'game');
  const kept =
    other && other !== meta.key ? BOARD_TERMS.reduce((text, key) => withValue(text, key, ''), query) : query;
  return withValue(kept, 'game', meta.key);
}

/** The fields about the board. @param {GameController} controller @param {Line} line */
export function boardFields(controller, line) {
  const { state } = controller.page;
  const { meta, match } = state;
  const setBoard = (/** @type {string} */ key, /** @type {string} */ value) =>
    line.set(value ? withValue(forGame(line.query, meta), key, value) : withValue(line.query, key, ''));
  const isPlaced = () => Boolean(termValue(line.query, 'position'));
  const place = button(
    t(isPlaced() ? 'library.position.clear' : 'library.position.use'),
    () => {
      setBoard('position', isPlaced() ? '' : (match?.position ?? ''));
      place.textContent = t(isPlaced() ? 'library.position.clear' : 'library.position.use');
      place.setAttribute('aria-pressed', String(isPlaced()));
    },
    { 'aria-pressed': String(isPlaced()), 'data-keep': 'library-position' },
  );
  place.disabled = !match;
  const word = (/** @type {string} */ name) =>
    check(`library-${name}`, [t(`library.${name}`)], hasWord(line.query, name), (value) =>
      line.set(withWord(line.query, name, value)),
    );
  const pattern = patternOf(meta, termValue(line.query, 'pattern'));
  const sides = ['white', 'black'].map((key) => /** @type {[string, string]} */ ([key, t(`side.${key[0]}`)]));
  return [
    fold(
      'position',
      t('library.position'),
      () => (isPlaced() ? t('library.on') : t('library.any')),
      make(
        'div',
        { class: 'fold-body' },
        make('p', { class: 'note' }, t('library.position.how')),
        make('div', { class: 'row' }, place),
        word('mirrored'),
        word('rotated'),
      ),
    ),
    fold(
      'pattern',
      t('library.pattern'),
      () => (pattern.size ? t('library.pattern.count', { n: pattern.size }) : t('library.any')),
      make(
        'div',
        { class: 'fold-body' },
        patternBoard(state, pattern, () => setBoard('pattern', patternText(meta, pattern))),
      ),
    ),
    fold(
      'material',
      t('library.material'),
      () => termValue(line.query, 'material') || t('library.any'),
      make(
        'div',
        { class: 'fold-body' },
        make('p', { class: 'note' }, t('library.material.how')),
        make(
          'div',
          { class: 'library-fields' },
          labelled(
            t('library.material'),
            textField(
              'material',
              termValue(line.query, 'material'),
              (value) => setBoard('material', value.replace(/\s/g, '')),
              { placeholder: '3v2', autocapitalize: 'none', spellcheck: 'false' },
            ),
          ),
          labelled(
            t('library.turn'),
            choice('turn', [['', t('library.any')], ...sides], termValue(line.query, 'turn'), (value) =>
              setBoard('turn', value),
            ),
          ),
        ),
      ),
    ),
  ];
}
