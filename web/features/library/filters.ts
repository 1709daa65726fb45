/** The fields of a search: each sets a term of the query's line, and shows what the line says. */

import { cellOf, rowsOf } from '../../board/geometry.ts';
import { button, checkbox, entered, field, fold, html, live, nothing, radios, select } from '../../lib/html.ts';
import { gameName, t } from '../../lib/i18n.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { called } from '../../state/describe.ts';
import type { Meta } from '../../state/game.d.ts';
import { MINE } from '../../state/library.ts';
import { isTurned, look, type State } from '../../state/state.ts';
import { ends, hasWord, range, termValue, withValue, withWord } from '../../store/library/terms.ts';
import { collectionName } from '../../store/library/words.ts';
import type { Library } from './session.ts';
import type { LibraryState } from './state.ts';

const BOARD_TERMS = ['position', 'after', 'pattern', 'material', 'turn']; // they are about one game

/** The query about another game: what it asks of the board of one is not asked of another. */
function forGame(query: string, meta: Meta) {
  const isOther = ![meta.key, ''].includes(termValue(query, 'game'));
  const kept = isOther ? BOARD_TERMS.reduce((text, key) => withValue(text, key, ''), query) : query;
  return withValue(kept, 'game', meta.key);
}

type TextKind = { label?: string; hint?: string; isNumber?: boolean; isCode?: boolean };

/** A field with a text or a number. While it is being typed it shows just that; else what the line says. */
function textField(library: Library, name: string, value: string, set: (value: string) => void, how: TextKind = {}) {
  const { label, hint, isNumber = false, isCode = false } = how;
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

export function tagFields({ games }: State, library: Library) {
  const { query, collections } = library.now;
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
  const { query } = library.now;
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

const WIDTH_PX = 352; // the width of the board, in CSS pixels: a square of eight is a target of 44
const CONTENTS = ['w', 'W', 'b', 'B', 'white', 'black', 'piece', 'empty']; // of a square, as the buttons stand
const KINGS = ['W', 'B']; // only where there are any

/** What a pattern asks of squares, by their names: `w`, `!piece` … as in a query. */
type Pattern = Map<string, string>;

function patternOf(meta: Meta, value: string): Pattern {
  const pattern: Pattern = new Map();
  for (const item of value.split(/[,\s]+/)) {
    const [squares, content] = item.split('=');
    if (!content) continue;
    for (const name of squares.split('+')) {
      const square = /^\d+$/.test(name) ? meta.squares[Number(name) - 1] : name.toLowerCase();
      if (meta.squares.includes(square)) pattern.set(square, content.replace('.', 'empty'));
    }
  }
  return pattern;
}

const patternText = (meta: Meta, pattern: Pattern) =>
  [...pattern].map(([square, content]) => `${called(meta, square)}=${content}`).join(',');

/** Whether a piece shows what a square must hold. */
const isPiece = (content: string) => /^[wbWB]$/.test(content);

const contentName = (content: string) =>
  content.startsWith('!')
    ? t('library.pattern.not', { what: t(`library.pattern.${content.slice(1)}`) })
    : t(`library.pattern.${content}`);

const SIGNS: Record<string, string> = { white: '○', black: '●', piece: '◐', empty: '□' };
const PIECES: Record<string, string> = { w: '○', b: '●', W: '♔', B: '♚' };

/** The sign of what no piece can show; empty for the others. */
const signOf = (content: string) =>
  content.startsWith('!') ? `≠${{ ...SIGNS, ...PIECES }[content.slice(1)] ?? ''}` : (SIGNS[content] ?? '');

/** A small board with a button over each square for what that must, or must not, hold; `set` searches for another. */
function patternBoard(state: State, pattern: Pattern, library: Library, set: (value: string) => void) {
  const { meta } = state;
  const { files, ranks } = meta;
  const { isNot, content: wanted } = library.now.pattern;
  const offered = CONTENTS.filter((content) => meta.kings || !KINGS.includes(content));
  const chosen = offered.includes(wanted) ? wanted : 'w';
  const turned = isTurned(state);
  const rows = rowsOf(meta, (square) => [pattern.get(square) ?? ''].find(isPiece) ?? '.');
  const choices = offered.map((value) => ({ value, label: t(`library.pattern.${value}`) }));
  const choose = (change: Partial<LibraryState['pattern']>) =>
    library.set({ pattern: { content: chosen, isNot, ...change } });
  const button = (square: string) => {
    const content = pattern.get(square) ?? '';
    const sign = signOf(content);
    const [column, row] = cellOf({ files, ranks, turned }, square);
    const [left, top] = [column / files, row / ranks].map((share) => `${share * 100}%`);
    const [width, height] = [files, ranks].map((count) => `${100 / count}%`);
    const put = () => {
      const next = new Map(pattern);
      const wanted = `${isNot ? '!' : ''}${chosen}`;
      if (content === wanted) next.delete(square);
      else next.set(square, wanted);
      set(patternText(meta, next));
    };
    return html`
      <button type="button" class="pattern-square" data-pattern=${square} ?data-asked=${Boolean(content)}
        aria-label=${`${called(meta, square)}: ${contentName(content || 'any')}`}
        .style=${`left: ${left}; top: ${top}; width: ${width}; height: ${height}`} @click=${put}>${
          sign ? html`<span class="pattern-sign" aria-hidden="true">${sign}</span>` : nothing
        }</button>`;
  };
  return html`
    <div class="pattern stack snug">
      ${radios('pattern', t('library.pattern.must'), choices, chosen, (content) => choose({ content }))}
      ${checkbox('pattern-not', t('library.pattern.isnt'), isNot, (isOn) => choose({ isNot: isOn }))}
      <div class="pattern-board" .style=${`aspect-ratio: ${meta.files} / ${meta.ranks}`}>
        ${smallBoard({ meta, rows, theme: look(state), isTurned: turned, wide: WIDTH_PX })}
        ${meta.squares.map(button)}
      </div>
      <p class="note" role="status">${t(pattern.size ? 'library.pattern.count' : 'library.pattern.how', { n: pattern.size })}</p>
    </div>`;
}
