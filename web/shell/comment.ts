/** The form below the move list for the comment and the glyphs of the current move. Changes are saved without a button. */

import type { GameController } from '../game/controller.ts';
import { byId } from '../lib/dom.ts';
import { GLYPHS } from '../lib/glyphs.ts';
import { button, entered, html, live, nothing, render } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { runAfter } from '../lib/pending.ts';
import type { Node } from '../protocol.d.ts';
import { textOf } from '../state/describe.ts';
import type { Match } from '../state/game.d.ts';
import { everything, Slice } from '../state/state.ts';
import { toBoard } from './grid.ts';

const SAVE_AFTER_MS = 400; // a comment is saved after this pause in typing
const MAX_COMMENT_CHARS = 2000; // the longest comment that the rules accept

/** The comment and the glyphs of a move, as they are being written. */
interface Note {
  node: number; // of the move; 0 for the start of the game
  gameId: number; // of its match
  comment: string;
  glyphs: number[];
}

/** What is written about the move on the board; null while the form is closed. */
const writing = new Slice<Note | null>(null);

function written(match: Match, node: number) {
  const { comment = '', glyphs = [] } = (node ? match.history[node - 1] : match) as Partial<Node>;
  return { comment, glyphs };
}

const noteOf = ({ gameId }: GameController, match: Match): Note => {
  return { node: match.node, gameId, ...written(match, match.node) };
};

/** Opens the form, or closes it. */
export function note(controller: GameController) {
  const { page } = controller;
  const { match } = page.state;
  const opener = byId('annotate');
  const isHeld = document.activeElement?.closest('#note');
  const opens = writing.of(page.state) === null && match !== null;
  if (opens) keepNotes(controller);
  writing.put(page, opens ? noteOf(controller, match) : null);
  page.draw();
  const form = document.getElementById('note');
  if (form && getComputedStyle(form).position !== 'fixed') form.scrollIntoView({ block: 'nearest' });
  // While a game is played, the button that opens the form is not shown: the focus goes back to the board.
  if (isHeld && opener.checkVisibility()) opener.focus();
  else if (isHeld) toBoard();
  // On a touch screen the focus would open the on-screen keyboard.
  else if (matchMedia('(hover: hover)').matches) form?.querySelector('textarea')?.focus();
}

/** Shows the form of the move on the board, and saves what is written there, until it is closed. */
function keepNotes(controller: GameController) {
  const { page } = controller;
  let callOff: (() => void) | null = null; // the saving that is due
  let shown: Note | null = null; // what the form showed last

  /** Sends a comment and glyphs to the rules, if they have changed. */
  const keep = async ({ gameId, ...fields }: Note) => {
    callOff?.();
    callOff = null;
    const { match } = page.state;
    if (!match || gameId !== controller.gameId || fields.node > match.history.length) return;
    const known = written(match, fields.node);
    const comment = fields.comment.trim();
    if (known.comment === comment && known.glyphs.join() === fields.glyphs.join()) return;
    const asked = controller.ask('annotate', { ...fields, comment }, gameId);
    const annotated = await asked.catch((error) => controller.fail(error));
    if (!annotated) return;
    const { history, comment: kept, record } = annotated;
    page.change(({ match: now }) => {
      // Keep the same `match` object: searches and the analysis compare it to see whether the position has changed.
      if (now?.history.length === history.length) Object.assign(now, { history, comment: kept, record });
    });
    controller.autosave.keep(annotated);
  };
  const now = () => writing.of(page.state);
  const change = (changed: Partial<Note>) => {
    const note = now();
    if (note) writing.put(page, { ...note, ...changed });
  };
  const keepNow = () => {
    const note = now();
    if (note) keep(note);
  };
  const type = (event: Event) => {
    change({ comment: entered(event) });
    callOff?.();
    callOff = runAfter(SAVE_AFTER_MS, keepNow);
  };
  const close = () => note(controller);

  const form = ({ node, comment, glyphs }: Note, match: Match) => {
    const about = node ? match.history[node - 1].move : null;
    const move = about ? textOf(about) : '';
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    const glyphButton = (glyph: string, number: number) => {
      const label = t(`glyph.${number}`);
      const isOn = glyphs.includes(number);
      const press = () => {
        const others = glyphs.filter((number) => !GLYPHS[number]);
        change({ glyphs: isOn ? others : [number, ...others] });
        keepNow();
      };
      return html`
        <button type="button" class="glyph" data-glyph=${number} aria-label=${label} title=${label}
          aria-pressed=${isOn} @click=${press}>${glyph}</button>`;
    };
    const choice = html`
      <div class="glyphs" role="group" aria-label=${t('note.glyphs')}>
        ${GLYPHS.map((glyph, number) => (number ? glyphButton(glyph, number) : nothing))}
      </div>`;
    return html`
      <form class="remark" id="note" @submit=${(event: Event) => event.preventDefault()} @keydown=${leave}>
        <p class="note-title cut">${about ? move : t('note.start')}</p>
        ${node ? choice : nothing}
        <textarea class="text" rows="2" maxlength=${MAX_COMMENT_CHARS} placeholder=${t('note.placeholder')}
          aria-label=${about ? t('note.title', { move }) : t('note.start')} .value=${live(comment)} @change=${keepNow}
          @input=${type}></textarea>
        ${button(t('note.done'), close, { kind: 'button note-done' })}
      </form>`;
  };

  const place = byId('study');
  const renderBefore = place.querySelector('.study-tools') as Element;
  const follow = page.effect(everything, ({ match }) => {
    const note = now();
    const isElsewhere = match && note && (note.node !== match.node || note.gameId !== controller.gameId);
    if (shown && (!note || (isElsewhere && callOff))) keep(shown);
    shown = note;
    if (isElsewhere) writing.put(page, noteOf(controller, match));
    if (!note) follow();
  });
  const end = page.view(everything, ({ match }) => {
    const note = now();
    byId('annotate').setAttribute('aria-expanded', String(note !== null));
    if (match || !note) render(note && match ? form(note, match) : nothing, place, { renderBefore });
    if (!note) end();
  });
}
