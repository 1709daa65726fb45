/**
 * What the menus offer: three groups of the same entries, in the menu of a phone and in the header of a desk.
 *
 * @import { GameController } from '../game/api.d.ts'
 * @import { Panels } from './manager.js'
 */

import { share } from '../game/correspondence.js';
import { attempt } from '../lib/attempt.js';
import { byId } from '../lib/dom.js';
import { copyPicture, fileName } from '../lib/files.js';
import { t } from '../lib/i18n.js';
import { lazy } from '../lib/lazy.js';
import { toast } from '../lib/toast.js';
import { isStashed } from '../state/mode.js';
import { isOpen } from '../state/state.js';
import { mayEnd } from '../state/studying.js';
import { offer, resign, restart } from '../view/actions.js';

/**
 * @typedef {{ icon: string, label: string, enabled: boolean, act: () => void, panel: boolean }} Entry `panel`: it opens one
 * @typedef {'game' | 'study' | 'share'} Group
 */

/** In the order in which they are shown. @type {Group[]} */
export const GROUPS = ['game', 'study', 'share'];

/** Shows the page on the whole screen, or no longer: in the frame of another site that is the way to more room. */
async function full() {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => {},
  );
}

/** Copies or saves the board as a picture, and says which. @param {GameController} controller */
async function picture(controller) {
  const { key } = controller.page.state.meta;
  const made = copyPicture(/** @type {HTMLCanvasElement} */ (byId('canvas')), fileName(key, 'png'));
  const said = await made.then(
    (how) => `share.picture.${how}`,
    () => 'share.failed',
  );
  controller.tell('plain', t(said));
  toast(t(said));
}

/** Opens the form for a comment on the current move, or closes it. @param {GameController} controller */
const comment = (controller) =>
  lazy('view/comment.js', 'note', () => import('../view/comment.js')).then((note) => note(controller));

/** Opens the panel that takes games in, with the cursor in its field. @param {Panels} panels */
async function into(panels) {
  // One that cannot be fetched opens with a button that tries again.
  await panels.fetch('share').catch(() => {});
  panels.open('share');
  const field = document.getElementById('paste');
  field?.scrollIntoView({ block: 'center' });
  if (matchMedia('(hover: hover)').matches) field?.focus({ preventScroll: true });
}

/** Opens the player's own mistakes. @param {Panels} panels */
const mistakes = (panels) =>
  lazy('panels/puzzles.js', 'openMistakes', () => import('./puzzles.js')).then(
    (openMistakes) => openMistakes(panels),
    // On a phone the menu covers the status line: the panel says what is missing.
    () => panels.open('puzzles'),
  );

/**
 * The entries of each group, as they stand now.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 * @returns {Record<Group, Entry[]>}
 */
export function entries(controller, panels) {
  const { state } = controller.page;
  const { match, meta } = state;
  const own = match !== null && !isStashed(state);
  /** @param {string} icon @param {string} label @param {boolean} enabled @param {() => void} act */
  const entry = (icon, label, enabled, act) => ({
    icon,
    label: t(label),
    enabled,
    act: () => attempt(controller, act),
    panel: false,
  });
  /** @type {typeof entry} */
  const opening = (...what) => ({ ...entry(...what), panel: true });
  /** @param {string} icon @param {string} label @param {string} panel @param {boolean} [enabled] */
  const opens = (icon, label, panel, enabled = match !== null) =>
    opening(icon, label, enabled, () => panels.open(panel));
  return {
    game: [
      opens('new', 'more.new', 'new', true),
      entry('restart', 'more.restart', own, () => restart(controller)),
      entry('offer', 'more.offer', own && isOpen(state) && mayEnd(state), () => offer(controller)),
      entry('resign', 'more.resign', own && mayEnd(state), () => resign(controller)),
      opens('opponents', 'more.opponents', 'opponents', true),
      opens('edit', 'more.edit', 'edit'),
      opens('earlier', 'more.earlier', 'earlier', true),
      entry('type', 'more.type', true, () => panels.type()),
      ...(document.fullscreenEnabled ? [entry('full', 'more.full', true, full)] : []),
    ],
    study: [
      opens('review', 'more.review', 'review', own && match.history.length > 0),
      entry('analysis', 'more.analyse', match !== null, () => controller.analyse()),
      entry('note', 'more.comment', match !== null, () => comment(controller)),
      opens('today', 'more.today', 'today', true),
      opens('puzzles', 'more.puzzles', 'puzzles', true),
      opening('streak', 'more.mistakes', true, () => mistakes(panels)),
      opens('openings', meta.book ? 'more.openings' : 'more.lines', 'openings'),
      opens('library', 'more.library', 'library', true),
      opens('lesson', 'more.lesson', 'lesson'),
      opens('help', 'menu.rules', 'rules', true),
      opens('statistics', 'more.statistics', 'statistics', true),
    ],
    share: [
      entry('link', 'more.link', match !== null, () => share(controller)),
      entry('picture', 'more.picture', match !== null, () => picture(controller)),
      opens('save', meta.formats.includes('pdn') ? 'more.text.pdn' : 'more.text', 'share'),
      opening('open', 'more.open', match !== null, () => into(panels)),
    ],
  };
}
