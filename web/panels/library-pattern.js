/**
 * The pattern board: what each square must hold, must not hold, or may hold. It is drawn as all small boards are; over
 * each square lies a button.
 *
 * @import { Meta } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 */

import { make, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { look } from '../state/state.js';
import { check, segments } from '../view/controls.js';
import { thumbnail } from '../view/thumbnail.js';

/** The width of the board, in CSS pixels: a square of eight is a target of 44. */
const WIDTH_PX = 352;

/** What can be asked of a square, in the order of the buttons; kings only where there are any. */
const CONTENTS = ['w', 'W', 'b', 'B', 'white', 'black', 'piece', 'empty'];
const KINGS = ['W', 'B'];

/** A pattern's squares by name. @typedef {Map<string, string>} Pattern `w`, `!piece` … as in a query */

/** The name of a square in a query. @param {Meta} meta @param {string} square */
const named = (meta, square) => (meta.numbered ? String(meta.squares.indexOf(square) + 1) : square);

/** The pattern of a query's term. @param {Meta} meta @param {string} value @returns {Pattern} */
export function patternOf(meta, value) {
  /** @type {Pattern} */
  const found = new Map();
  for (const item of value.split(/[,\s]+/)) {
    const [squares, content] = item.split('=');
    if (!content) continue;
    for (const one of squares.split('+')) {
      const square = /^\d+$/.test(one) ? meta.squares[Number(one) - 1] : one.toLowerCase();
      if (meta.squares.includes(square)) found.set(square, content.replace('.', 'empty'));
    }
  }
  return found;
}

/** A pattern as a query's term has it. @param {Meta} meta @param {Pattern} pattern */
export const patternText = (meta, pattern) =>
  [...pattern].map(([square, content]) => `${named(meta, square)}=${content}`).join(',');

/** The board with the pieces that must be there. @param {Meta} meta @param {Pattern} pattern */
function rowsOf(meta, pattern) {
  const rows = Array.from({ length: meta.ranks }, () => Array.from({ length: meta.files }, () => '.'));
  for (const [square, content] of pattern) {
    if (!/^[wbWB]$/.test(content)) continue;
    rows[meta.ranks - Number(square.slice(1))][square.charCodeAt(0) - 97] = content;
  }
  return rows.map((row) => row.join(''));
}

/** What is asked of a square, in words. @param {string} content */
const told = (content) =>
  content.startsWith('!')
    ? t('library.pattern.not', { what: t(`library.pattern.${content.slice(1)}`) })
    : t(`library.pattern.${content}`);

/** The signs of what no piece can show. @type {Record<string, string>} */
const SIGNS = { white: '○', black: '●', piece: '◐', empty: '□' };

/** @param {string} content */
function signOf(content) {
  const what = content.replace('!', '');
  const sign = SIGNS[what] ?? { w: '○', b: '●', W: '♔', B: '♚' }[what] ?? '';
  return content.startsWith('!') ? `≠${sign}` : /^[wbWB]$/.test(content) ? '' : sign;
}

/** What the next tapped square must hold, and whether it must not. */
const tool = { content: 'w', isNot: false };

/**
 * @param {State} state
 * @param {Pattern} pattern is changed
 * @param {() => void} changed
 */
export function patternBoard(state, pattern, changed) {
  const { meta } = state;
  /** Seen as the board beside it. */
  const isTurned = state.bottom !== meta.bottom;
  const offered = CONTENTS.filter((one) => meta.kings || !KINGS.includes(one));
  if (!offered.includes(tool.content)) tool.content = 'w';
  const board = make('div', { class: 'pattern-board' });
  board.style.aspectRatio = `${meta.files} / ${meta.ranks}`;
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const draw = () => {
    board.querySelector('canvas')?.remove();
    board.prepend(thumbnail(meta, rowsOf(meta, pattern), look(state, meta), isTurned, WIDTH_PX));
    for (const [square, one] of buttons) {
      const content = pattern.get(square);
      const sign = content ? signOf(content) : '';
      one.replaceChildren(...(sign ? [make('span', { class: 'pattern-sign', 'aria-hidden': 'true' }, sign)] : []));
      one.setAttribute('aria-label', `${named(meta, square)}: ${content ? told(content) : t('library.pattern.any')}`);
      one.toggleAttribute('data-asked', Boolean(content));
    }
    setText(note, pattern.size ? t('library.pattern.count', { n: pattern.size }) : t('library.pattern.how'));
  };
  const note = make('p', { class: 'note', role: 'status' });
  for (const square of meta.squares) {
    const one = make('button', { type: 'button', class: 'pattern-square', 'data-pattern': square });
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square.slice(1))];
    const [column, row] = isTurned ? [meta.files - 1 - file, rank - 1] : [file, meta.ranks - rank];
    one.style.left = `${(column / meta.files) * 100}%`;
    one.style.top = `${(row / meta.ranks) * 100}%`;
    one.style.width = `${100 / meta.files}%`;
    one.style.height = `${100 / meta.ranks}%`;
    one.addEventListener('click', () => {
      const content = `${tool.isNot ? '!' : ''}${tool.content}`;
      if (pattern.get(square) === content) pattern.delete(square);
      else pattern.set(square, content);
      draw();
      changed();
    });
    buttons.set(square, one);
    board.append(one);
  }
  draw();
  const choices = offered.map((value) => ({ value, label: t(`library.pattern.${value}`) }));
  const choose = segments('pattern', t('library.pattern.must'), choices, tool.content, (value) => {
    tool.content = value;
  });
  const isNot = check('pattern-not', [t('library.pattern.isnt')], tool.isNot, (value) => {
    tool.isNot = value;
  });
  return make('div', { class: 'pattern' }, choose, isNot, board, note);
}
