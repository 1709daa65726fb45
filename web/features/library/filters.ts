/** The fields of a search: each sets a term of the query's line, and shows what the line says. */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { button, checkbox, entered, field, fold, select } from '../../lib/controls.ts';
import { gameName, t } from '../../lib/i18n.ts';
import type { Meta } from '../../state/game.d.ts';
import { MINE } from '../../state/library.ts';
import type { State } from '../../state/state.ts';
import { ends, hasWord, range, termValue, withValue, withWord } from '../../store/library/terms.ts';
import { collectionName } from '../../store/library/words.ts';
import { patternBoard, patternOf } from './pattern.ts';
import type { Library } from './session.ts';

const BOARD_TERMS = ['position', 'after', 'pattern', 'material', 'turn']; // they are about one game

/** The query about another game: what it asks of the board of one is not asked of another. */
function forGame(query: string, meta: Meta) {
  const isOther = ![meta.key, ''].includes(termValue(query, 'game'));
  const kept = isOther ? BOARD_TERMS.reduce((text, key) => withValue(text, key, ''), query) : query;
  return withValue(kept, 'game', meta.key);
}

type TextKind = { label?: string; hint?: string; isNumber?: boolean; isCode?: boolean };

/** A field with a text or a number. While it is being typed it shows just that; else what the line says. */
function textField(
  library: Library,
  name: string,
  value: string,
  set: (value: string) => void,
  { label, hint, isNumber = false, isCode = false }: TextKind = {},
) {
  const type = (event: Event) => {
    library.set({ typed: { [name]: entered(event) } });
    set(entered(event));
  };
  return html`
    <input type="text" class="line" autocomplete="off" name=${`library-${name}`} aria-label=${label ?? nothing}
      placeholder=${hint ?? nothing} inputmode=${isNumber ? 'numeric' : nothing} maxlength=${isNumber ? 4 : nothing}
      autocapitalize=${isCode ? 'none' : nothing} spellcheck=${isCode ? 'false' : nothing} .value=${live(library.now.typed[name] ?? value)}
      @input=${type} @blur=${() => library.set({ typed: {} })}>`;
}

type Choice = [string, string];

function choice(library: Library, key: string, choices: Choice[], set: (value: string) => void) {
  const all = [['', t('library.any')], ...choices].map(([value, label]) => ({ value, label }));
  const label = t(`library.${key}`);
  return field(label, select(`library-${key}`, label, all, termValue(library.now.query, key), set, 'line'));
}

export function tagFields({ games, library: { query, collections } }: State, library: Library) {
  const set = (key: string) => (value: string) => library.write(withValue(query, key, value));
  const text = (key: string, isNumber = false) =>
    field(t(`library.${key}`), textField(library, key, termValue(query, key), set(key), { isNumber }));
  const between = (key: string) => {
    const [low, high] = ends(termValue(query, key));
    const edge = (end: 'from' | 'to', value: string, rangeOf: (typed: string) => string) => {
      const kind = { label: t(`library.${key}.${end}`), hint: t(`library.${end}`), isNumber: true };
      return textField(library, `${key}-${end}`, value, (typed) => set(key)(rangeOf(typed.trim())), kind);
    };
    const from = edge('from', low, (typed) => range(typed, high));
    const to = edge('to', high, (typed) => range(low, typed));
    return html`
      <div class="field"><span class="label">${t(`library.${key}`)}</span><div class="pair">${from}${to}</div></div>`;
  };
  const game = termValue(query, 'game');
  const names = games.map((meta): Choice => [meta.key, gameName(meta)]);
  const results = ['white', 'black', 'draw', 'unfinished'].map((key): Choice => [key, t(`library.result.${key}`)]);
  const shelves = collections.map((name): Choice => [name, collectionName(name)]);
  const isChoice = collections.length > 1 || collections[0] === MINE;
  return html`
    <div class="columns library-fields">
      ${choice(library, 'game', names, set('game'))}
      ${choice(library, 'result', results, set('result'))}
      ${text('player')}${text('event')}${text('opening')}
      ${games.some(({ key, ballots }) => ballots && (!game || key === game)) ? text('ballot', true) : nothing}
      ${between('year')}${between('length')}
      ${isChoice ? choice(library, 'collection', shelves, set('collection')) : nothing}
    </div>`;
}

export function boardFields(state: State, library: Library) {
  const { meta, match } = state;
  const { query } = state.library;
  const any = t('library.any');
  const set = (key: string) => (value: string) =>
    library.write(withValue(value ? forGame(query, meta) : query, key, value));
  const isPlaced = Boolean(termValue(query, 'position'));
  const word = (name: string) => {
    const write = (isOn: boolean) => library.write(withWord(query, name, isOn));
    return checkbox(`library-${name}`, t(`library.${name}`), hasWord(query, name), write);
  };
  const pattern = patternOf(meta, termValue(query, 'pattern'));
  const material = termValue(query, 'material');
  const place = () => set('position')(isPlaced ? '' : (match?.position ?? ''));
  const placing = { does: 'library-position', isOn: isPlaced, isOff: !match };
  const position = html`
    <div class="stack">
      <p class="note">${t('library.position.how')}</p>
      <div class="row">${button(t(isPlaced ? 'library.position.clear' : 'library.position.use'), place, placing)}</div>
      ${word('mirrored')}${word('rotated')}
    </div>`;
  const write = (value: string) => set('material')(value.replace(/\s/g, ''));
  const written = textField(library, 'material', material, write, { hint: '3v2', isCode: true });
  const sides = ['white', 'black'].map((side): Choice => [side, t(`side.${side[0]}`)]);
  const pieces = html`
    <div class="stack">
      <p class="note">${t('library.material.how')}</p>
      <div class="columns library-fields">
        ${field(t('library.material'), written)}${choice(library, 'turn', sides, set('turn'))}
      </div>
    </div>`;
  const asked = pattern.size ? t('library.pattern.count', { n: pattern.size }) : any;
  const board = html`<div class="stack">${patternBoard(state, pattern, library, set('pattern'))}</div>`;
  return html`
    ${fold('position', t('library.position'), isPlaced ? t('library.on') : any, position)}
    ${fold('pattern', t('library.pattern'), asked, board)}
    ${fold('material', t('library.material'), material || any, pieces)}`;
}
