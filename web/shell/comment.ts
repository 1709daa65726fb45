/**
 * The form below the move list for the comment and the glyphs of the current move. Changes are saved into the game
 * without a button.
 */

import type { GameApi } from '../game/api.d.ts';
import { button, byId, make, setText } from '../lib/dom.ts';
import { GLYPHS } from '../lib/glyphs.ts';
import { language, t } from '../lib/i18n.ts';
import type { Node } from '../protocol.d.ts';
import type { Match } from '../types.d.ts';

/** A comment is saved after this pause in typing. */
const SAVE_AFTER_MS = 400;

/** The longest comment that the rules accept. */
const MAX_COMMENT_CHARS = 2000;

let flip: (() => void) | null = null;

/** Opens the form, or closes it. */
export function note(controller: GameApi) {
  flip ??= form(controller);
  flip();
}

/** The comment and the glyphs of a node. */
function written(match: Match, node: number) {
  const { comment = '', glyphs = [] } = (node ? match.history[node - 1] : match) as Partial<Node>;
  return { comment, glyphs };
}

/** @returns opens or closes the form */
function form(controller: GameApi): () => void {
  const { page } = controller;
  const title = make('p', { class: 'note-title' });
  const glyphs = make('div', { class: 'glyphs', role: 'group' });
  const text = make('textarea', { class: 'text', rows: 2, maxlength: MAX_COMMENT_CHARS });
  const done = button('', () => toggle(), { class: 'button note-done' });
  const box = make('form', { class: 'remark', id: 'note', hidden: true }, title, glyphs, text, done);
  const opener = byId('annotate');
  byId('moves').after(box);
  opener.setAttribute('aria-controls', 'note');

  for (const [number, glyph] of GLYPHS.entries()) {
    if (!number) continue;
    const button = make('button', { type: 'button', class: 'glyph', 'data-glyph': number }, glyph);
    button.addEventListener('click', () => {
      const { glyphs: before } = shown;
      const others = before.filter((one) => !GLYPHS[one]);
      shown.glyphs = before.includes(number) ? others : [number, ...others];
      mark();
      keep();
    });
    glyphs.append(button);
  }

  /** The node that the form shows. `gameId` tells the matches of a visit apart. */
  let place = { node: -1, gameId: -1 };
  let shown = { comment: '', glyphs: [] as number[] };
  let timer = 0;
  /** The language of the labels. */
  let labelled = '';

  const mark = () => {
    for (const button of glyphs.children as Iterable<HTMLElement>) {
      button.setAttribute('aria-pressed', String(shown.glyphs.includes(Number(button.dataset.glyph))));
    }
  };

  /** Sends the comment and the glyphs to the rules, if they have changed. */
  const keep = async () => {
    clearTimeout(timer);
    timer = 0;
    const { node, gameId } = place;
    const { match } = page.state;
    if (!match || gameId !== controller.gameId || node > match.history.length) return;
    const fields = { node, comment: text.value.trim(), glyphs: shown.glyphs };
    const known = written(match, node);
    if (known.comment === fields.comment && known.glyphs.join() === fields.glyphs.join()) return;
    await controller.annotate(fields);
  };

  text.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(keep, SAVE_AFTER_MS);
  });
  text.addEventListener('change', keep);
  box.addEventListener('submit', (event) => event.preventDefault());
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    toggle();
  });

  page.show(({ match }) => {
    if (box.hidden || !match) return;
    const { node } = match;
    const moved = place.node !== node || place.gameId !== controller.gameId;
    if (moved && timer) keep();
    if (labelled !== language()) {
      labelled = language();
      for (const button of glyphs.children as Iterable<HTMLElement>) {
        const label = t(`glyph.${button.dataset.glyph}`);
        button.setAttribute('aria-label', label);
        button.setAttribute('title', label);
      }
      glyphs.setAttribute('aria-label', t('note.glyphs'));
      text.placeholder = t('note.placeholder');
    }
    const about = node ? match.history[node - 1].move : null;
    const move = about?.path.length ? about.text : t('moves.pass');
    setText(title, about ? move : t('note.start'));
    text.setAttribute('aria-label', about ? t('note.title', { move }) : t('note.start'));
    setText(done, t('note.done'));
    glyphs.hidden = !node;
    const now = written(match, node);
    if (!moved && (timer || document.activeElement === text)) {
      shown = { ...shown, comment: now.comment };
      return;
    }
    place = { node, gameId: controller.gameId };
    shown = { comment: now.comment, glyphs: [...now.glyphs] };
    if (text.value !== now.comment) text.value = now.comment;
    mark();
  });

  const toggle = () => {
    const opens = Boolean(box.hidden);
    if (!opens) keep();
    const held = box.contains(document.activeElement);
    box.hidden = !opens;
    opener.setAttribute('aria-expanded', String(opens));
    document.documentElement.toggleAttribute('data-annotating', opens);
    page.draw();
    if (opens && getComputedStyle(box).position !== 'fixed') box.scrollIntoView({ block: 'nearest' });
    // While a game is played, the button that opens the form is not shown: the focus goes back to the board.
    if (held && opener.checkVisibility()) opener.focus();
    else if (held)
      (byId('grid').querySelector('[tabindex="0"]') as HTMLElement | null)?.focus({
        preventScroll: true,
      });
    // On a touch screen the focus would open the on-screen keyboard.
    else if (opens && matchMedia('(hover: hover)').matches) text.focus();
  };
  return toggle;
}
