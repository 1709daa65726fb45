/** The editor panel: pieces to put down, whose move it is, the position as text, and why it is not valid. */

import { pieces } from '../../board/geometry.ts';
import type { GameController } from '../../game/controller.ts';
import { button, entered, group, html, icon, live, nothing, optionBoxes, radios } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import type { Panel } from '../../shell/panels.ts';
import { pieceView } from '../../shell/thumbnail.ts';
import { pieceName } from '../../state/describe.ts';
import { type Edit, editOf } from '../../state/session.ts';
import { look, SIDES, type State } from '../../state/state.ts';
import { Editor } from './session.ts';

const PIECE_PX = 34; // how large a piece is in the palette, in CSS pixels: enough for a finger

const editorOf = once((controller: GameController) => new Editor(controller));

function palette(state: State, edit: Edit, editor: Editor) {
  const choice = (tool: string) => {
    const label = tool === '' ? t('editor.hand') : tool === '.' ? t('editor.remove') : pieceName(state.meta, tool);
    const face = tool === '' ? icon('hand') : tool === '.' ? icon('prune') : null;
    return html`
      <label class="choice swab" title=${label}>
        <input type="radio" name="tool" value=${tool} aria-label=${label} .checked=${live(tool === edit.tool)}
          @change=${() => editor.set({ tool, held: null })}>
        <span>${face ?? pieceView(look(state).pieces, tool, PIECE_PX)}</span>
      </label>`;
  };
  const tools = ['', ...(state.meta.kings ? ['w', 'W', 'b', 'B'] : ['w', 'b']), '.'];
  return group(t('editor.pieces'), 'row palette', tools.map(choice));
}

const text = ({ typed, text: written }: Edit, editor: Editor, isWrong: boolean) => html`
  <div class="field">
    <span class="label">${t('editor.text')}</span>
    <textarea class="text" rows="2" aria-label=${t('editor.text')} spellcheck="false" aria-invalid=${isWrong}
      .value=${live(typed ?? written)} @blur=${() => editor.rewrite()}
      @input=${(event: Event) => editor.read(entered(event))}></textarea>
  </div>`;

export const edit: Panel = {
  title: () => t('editor.title'),

  place: () => 'editor',

  view(state, { controller, panels }) {
    const { meta } = state;
    const editor = editorOf(controller);
    const now = editOf(state);
    if (!now) return html``;
    const sides = SIDES.map((value) => ({ value, label: t(`side.${value}`) }));
    const start = (alone: boolean) => () => editor.start(alone, () => panels.close());
    const isOff = now.error !== '';
    const isEmpty = now.typed === null && !pieces(now.rows).size;
    return html`
      <div class="form fill footed">
        <div class="form-rows">
          ${palette(state, now, editor)}
          ${radios('side', t('editor.side'), sides, now.side, (side) => editor.set({ side }))}
          <div class="columns">
            ${button(t('editor.initial'), () => editor.initial())}
            ${button(t('editor.clear'), () => editor.clear())}
            ${button(t('editor.mirror'), () => editor.mirror())}
            ${button(t('editor.current'), () => editor.set(editor.standing()))}
          </div>
          ${meta.options.length ? optionBoxes('edit', meta, now.options, (options) => editor.set({ options })) : nothing}
          ${text(now, editor, isOff && !isEmpty)}
        </div>
        <div class="form-foot">
          <p class=${isEmpty ? 'note' : 'fault'} role="status">${isEmpty ? t('editor.empty') : now.error}</p>
          <div class="row wrap">
            ${button(t('editor.play'), start(false), { kind: 'button main', isOff })}
            ${button(t('editor.analyse'), start(true), { isOff })}
          </div>
        </div>
      </div>`;
  },

  opened: ({ controller }) => editorOf(controller).open(),
};
