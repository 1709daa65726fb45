/**
 * The editor panel: the piece that a tap puts down, whose move it is, the position as text, and the reason if it is not
 * valid.
 *
 * @import { Panel } from './manager.js'
 * @import { Side } from '../protocol.d.ts'
 * @import { Editor } from '../study/editor.js'
 */

import { picture } from '../board/pieces.js';
import { button, icon, make, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { editOf } from '../state/mode.js';
import { look } from '../state/state.js';
import { check, ruled, segments } from '../view/controls.js';

/** @type {Editor | null} */
let editor = null;

/** Whether the position was accepted as the new match; then closing the panel does not end the editor. */
let laid = false;

/** @type {Panel} */
export const edit = {
  title: () => t('editor.title'),
  key: ({ meta, mode, settings }) => [meta.key, mode.kind, settings.board, settings.pieces].join(' '),
  fill(body, controller, panels) {
    const { state } = controller.page;
    const { meta } = state;
    editor = /** @type {Editor | null} */ (controller.editor);
    const own = editor;
    if (!own) return;
    const now = editOf(state);
    if (!now) {
      laid = false;
      own.begin();
      return;
    }
    const style = look(state).pieces;

    const palette = make('div', { class: 'palette' });
    for (const tool of ['', ...(meta.kings ? ['w', 'W', 'b', 'B'] : ['w', 'b']), '.']) {
      const label = tool === '' ? t('editor.hand') : tool === '.' ? t('editor.remove') : own.called(tool);
      const input = make('input', {
        type: 'radio',
        name: 'tool',
        value: tool,
        checked: tool === now.tool,
        'aria-label': label,
      });
      input.addEventListener('change', () => own.set({ tool, held: null }));
      const face = tool === '' ? icon('hand') : tool === '.' ? icon('prune') : piece(style, tool);
      palette.append(make('label', { class: 'swab', title: label }, input, make('span', {}, face)));
    }

    const sides = segments(
      'side',
      t('editor.side'),
      /** @type {Side[]} */ (['w', 'b']).map((value) => ({ value, label: t(`side.${value}`) })),
      now.side,
      (value) => own.set({ side: /** @type {Side} */ (value) }),
    );

    const text = make('textarea', { class: 'text', rows: 2, 'aria-label': t('editor.text'), spellcheck: false });
    text.addEventListener('input', () => own.read(text.value));
    const fault = make('p', { class: 'fault', role: 'status' });
    const play = button(t('editor.play'), () => lay(false), { class: 'button main' });
    const study = button(t('editor.analyse'), () => lay(true));
    const lay = async (/** @type {boolean} */ alone) => {
      await own.asked;
      if (own.verdict.error || controller.page.state.panel !== 'edit') return;
      laid = true;
      panels.close();
      await own.lay(alone);
    };
    const options = make('fieldset', { class: 'field' }, make('legend', {}, t('new.options')));
    for (const option of meta.options) {
      options.append(
        check(`edit-${option.key}`, ruled(meta, option), own.options[option.key] ?? option.default, (value) => {
          own.options = { ...own.options, [option.key]: value };
          own.check();
        }),
      );
    }

    own.onchange = () => {
      const { text: written, error } = own.verdict;
      if (document.activeElement !== text && text.value !== written) text.value = written;
      setText(fault, error);
      text.setAttribute('aria-invalid', String(error !== ''));
      play.disabled = study.disabled = error !== '';
      const side = /** @type {HTMLInputElement | null} */ (
        sides.querySelector(`[value="${editOf(controller.page.state)?.side}"]`)
      );
      if (side) side.checked = true;
    };
    text.addEventListener('blur', () => own.asked.then(own.onchange));

    body.append(
      make(
        'div',
        { class: 'form' },
        make('fieldset', { class: 'field' }, make('legend', {}, t('editor.pieces')), palette),
        sides,
        make(
          'div',
          { class: 'row wrap' },
          button(t('editor.initial'), () => own.initial()),
          button(t('editor.clear'), () => own.clear()),
          button(t('editor.mirror'), () => own.mirror()),
          button(t('editor.current'), () =>
            own.set({ ...own.standing(), tool: editOf(controller.page.state)?.tool ?? '' }),
          ),
        ),
        make('div', { class: 'field' }, make('span', { class: 'label' }, t('editor.text')), text, fault),
        ...(meta.options.length ? [options] : []),
        make('div', { class: 'row wrap foot' }, play, study),
      ),
    );
    own.check();
  },
  closed() {
    if (!laid) editor?.end();
  },
};

/** The picture of a piece, large enough for a finger. @param {string} style @param {string} letter */
function piece(style, letter) {
  const ratio = Math.max(1, Math.min(3, window.devicePixelRatio || 1));
  const image = picture(style, letter, Math.round(34 * ratio));
  const canvas = make('canvas', { width: image.width, height: image.height, 'aria-hidden': 'true' });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas;
}
