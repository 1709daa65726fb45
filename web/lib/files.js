/**
 * Copies texts and pictures to the clipboard, and saves them as files.
 */

/**
 * Saves something as a file.
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

/** The name of a file of a game. @param {string} game @param {string} kind */
export const fileName = (game, kind) => `saltus-${game}-${new Date().toISOString().slice(0, 10)}.${kind}`;

/** @param {string} text @returns {Promise<boolean>} whether the clipboard took it */
export async function copy(text) {
  try {
    // A page that did not come by https has no such thing.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/** Copies what is selected: that may be done everywhere, soon after a click. @param {string} text */
function copyOldWay(text) {
  const held = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'offscreen';
  field.value = text;
  // Outside an open dialog nothing can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand('copy');
  } catch {
    // Not allowed here.
  }
  field.remove();
  if (held instanceof HTMLElement) held.focus({ preventScroll: true });
  return isCopied;
}

/**
 * The picture of a canvas. Chromium encodes in the idle time after its frames and, where the page draws none, waits up
 * to 7 s for it: so frames are asked for until the picture is there.
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
 * The picture of a canvas on the clipboard, or where that may not be, as a file.
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
