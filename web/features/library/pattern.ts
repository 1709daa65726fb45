/** The pattern board: a small board with a button over each square for what that must, must not, or may hold. */

import { html, nothing } from 'lit-html';
import { cellOf, rowsOf } from '../../board/geometry.ts';
import { checkbox, radios } from '../../lib/controls.ts';
import { t } from '../../lib/i18n.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { called } from '../../state/describe.ts';
import type { Meta } from '../../state/game.d.ts';
import { isTurned, look, type State } from '../../state/state.ts';
import type { Library } from './session.ts';

const WIDTH_PX = 352; // the width of the board, in CSS pixels: a square of eight is a target of 44
const CONTENTS = ['w', 'W', 'b', 'B', 'white', 'black', 'piece', 'empty']; // of a square, as the buttons stand
const KINGS = ['W', 'B']; // only where there are any

/** What a pattern asks of squares, by their names: `w`, `!piece` … as in a query. */
type Pattern = Map<string, string>;

export function patternOf(meta: Meta, value: string): Pattern {
  const found: Pattern = new Map();
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

const patternText = (meta: Meta, pattern: Pattern) =>
  [...pattern].map(([square, content]) => `${called(meta, square)}=${content}`).join(',');

/** Whether a piece shows what a square must hold. */
const isPiece = (content: string) => /^[wbWB]$/.test(content);

const told = (content: string) =>
  content.startsWith('!')
    ? t('library.pattern.not', { what: t(`library.pattern.${content.slice(1)}`) })
    : t(`library.pattern.${content}`);

const SIGNS: Record<string, string> = {
  w: '○',
  b: '●',
  W: '♔',
  B: '♚',
  white: '○',
  black: '●',
  piece: '◐',
  empty: '□',
};

/** The sign of what no piece can show; empty for the others. */
function signOf(content: string) {
  if (content.startsWith('!')) return `≠${SIGNS[content.slice(1)] ?? ''}`;
  return isPiece(content) ? '' : (SIGNS[content] ?? '');
}

export function patternBoard(state: State, pattern: Pattern, library: Library, set: (value: string) => void) {
  const { meta } = state;
  const { files, ranks } = meta;
  const { isNot, content: wanted } = state.library.pattern;
  const offered = CONTENTS.filter((one) => meta.kings || !KINGS.includes(one));
  const chosen = offered.includes(wanted) ? wanted : 'w';
  const turned = isTurned(state);
  const rows = rowsOf(meta, (square) => [pattern.get(square) ?? ''].find(isPiece) ?? '.');
  const choices = offered.map((value) => ({ value, label: t(`library.pattern.${value}`) }));
  const choose = (change: Partial<State['library']['pattern']>) =>
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
        aria-label=${`${called(meta, square)}: ${told(content || 'any')}`}
        .style=${`left: ${left}; top: ${top}; width: ${width}; height: ${height}`} @click=${put}>${
          sign ? html`<span class="pattern-sign" aria-hidden="true">${sign}</span>` : nothing
        }</button>`;
  };
  return html`
    <div class="pattern stack snug">
      ${radios('pattern', t('library.pattern.must'), choices, chosen, (content) => choose({ content }))}
      ${checkbox('pattern-not', t('library.pattern.isnt'), isNot, (isOn) => choose({ isNot: isOn }))}
      <div class="pattern-board" .style=${`aspect-ratio: ${meta.files} / ${meta.ranks}`}>
        ${smallBoard({ meta, rows, worn: look(state), isTurned: turned, wide: WIDTH_PX })}
        ${meta.squares.map(button)}
      </div>
      <p class="note" role="status">${t(pattern.size ? 'library.pattern.count' : 'library.pattern.how', { n: pattern.size })}</p>
    </div>`;
}
