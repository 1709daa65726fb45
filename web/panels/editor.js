/**
 * The editor panel: the piece that a tap puts down, whose move it is, the position as text, and the reason if it is not
 * valid.
 *
 * @import { Panel } from './manager.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Side } from '../protocol.d.ts'
 * @import { Edit } from '../state/mode.js'
 * @import { State } from '../state/state.js'
 */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { picture } from '../board/pieces.js';
import { button, icon, optionBoxes, radios } from '../lib/controls.js';
import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { editOf } from '../state/mode.js';
import { look } from '../state/state.js';
import { Editor } from '../study/editor.js';

/** @param {GameController} controller */
function editorOf(controller) {
  controller.editor ??= new Editor(controller);
  return /** @type {Editor} */ (controller.editor);
}

/** The picture of a piece, large enough for a finger. @param {string} style @param {string} letter */
function piece(style, letter) {
  const ratio = Math.max(1, Math.min(3, window.devicePixelRatio || 1));
  const image = picture(style, letter, Math.round(34 * ratio));
  const canvas = make('canvas', { width: image.width, height: image.height, 'aria-hidden': 'true' });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas;
}

/** What a tap does: move pieces, put one down, or remove one. @param {State} state @param {Edit} edit @param {Editor} editor */
function palette(state, edit, editor) {
  const style = look(state).pieces;
  const choice = (/** @type {string} */ tool) => {
    const label = tool === '' ? t('editor.hand') : tool === '.' ? t('editor.remove') : editor.called(tool);
    const face = tool === '' ? icon('hand') : tool === '.' ? icon('prune') : null;
    return html`
      <label class="swab" title=${label}>
        <input type="radio" name="tool" value=${tool} aria-label=${label} .checked=${live(tool === edit.tool)}
          @change=${() => editor.set({ tool, held: null })}>
        <span>${face ?? guard([style, tool], () => piece(style, tool))}</span>
      </label>`;
  };
  const tools = ['', ...(state.meta.kings ? ['w', 'W', 'b', 'B'] : ['w', 'b']), '.'];
  return html`
    <fieldset class="field">
      <legend>${t('editor.pieces')}</legend>
      <div class="palette">${tools.map(choice)}</div>
    </fieldset>`;
}

/** The position as text, to be read and typed, and why it is not valid. @param {Edit} edit @param {Editor} editor */
const text = ({ typed, text: written, error }, editor) => html`
  <div class="field">
    <span class="label">${t('editor.text')}</span>
    <textarea class="text" rows="2" aria-label=${t('editor.text')} spellcheck="false" aria-invalid=${error !== ''}
      .value=${live(typed ?? written)} @blur=${() => editor.rewrite()}
      @input=${(/** @type {Event} */ event) => editor.read(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value)}></textarea>
    <p class="fault" role="status">${error}</p>
  </div>`;

/** @type {Panel} */
export const edit = {
  title: () => t('editor.title'),

  view(state, { controller, panels }) {
    const { meta } = state;
    const editor = editorOf(controller);
    const now = editOf(state);
    if (!now) return html``;
    const sides = /** @type {Side[]} */ (['w', 'b']).map((value) => ({ value, label: t(`side.${value}`) }));
    const { options } = now;
    const lay = (/** @type {boolean} */ alone) => () => editor.lay(alone, () => panels.close());
    const isOff = now.error !== '';
    return html`
      <div class="form">
        ${palette(state, now, editor)}
        ${radios('side', t('editor.side'), sides, now.side, (side) => editor.set({ side }))}
        <div class="row wrap">
          ${button(t('editor.initial'), () => editor.initial())}
          ${button(t('editor.clear'), () => editor.clear())}
          ${button(t('editor.mirror'), () => editor.mirror())}
          ${button(t('editor.current'), () => editor.set(editor.standing()))}
        </div>
        ${text(now, editor)}
        ${
          meta.options.length
            ? optionBoxes('edit', meta, options, (key, isOn) => editor.set({ options: { ...options, [key]: isOn } }))
            : nothing
        }
        <div class="row wrap foot">
          ${button(t('editor.play'), lay(false), { kind: 'button main', isOff })}
          ${button(t('editor.analyse'), lay(true), { isOff })}
        </div>
      </div>`;
  },

  opened: ({ controller }) => editorOf(controller).open(),
};
