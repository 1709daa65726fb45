/**
 * Copies texts and pictures to the clipboard, and saves them as files.
 */

import { localDate } from './date.js';

/**
 * Saves a file.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The file name for a game and a kind of file. @param {string} game @param {string} kind */
export const fileName = (game, kind) => `saltus-${game}-${localDate()}.${kind}`;

/** @param {string} text @returns {Promise<boolean>} whether it was copied */
export async function copy(text) {
  try {
    // `navigator.clipboard` exists only in a secure context.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/** Copies a text through a selected field. This works everywhere, for a short time after a click. @param {string} text */
function copyOldWay(text) {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'offscreen';
  field.value = text;
  // While a modal dialog is open, only text inside it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand('copy');
  } catch {
    // Not allowed.
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/**
 * The picture of a canvas. Chromium encodes it in idle time after a frame, and waits up to 7 s if the page draws none, so
 * this requests frames until the picture is ready.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
function pictureOf(canvas) {
  let waiting = true;
  const frame = () => {
    if (waiting) requestAnimationFrame(frame);
  };
  frame();
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => {
      waiting = false;
      if (blob) done(blob);
      else fail(new Error('no picture'));
    });
  });
}

/**
 * Copies the picture of a canvas; if the browser refuses, saves it as a file.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {string} name
 * @returns {Promise<'copied' | 'saved'>}
 */
export async function copyPicture(canvas, name) {
  const picture = pictureOf(canvas);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return 'copied';
  } catch {
    save(name, await picture);
    return 'saved';
  }
}
