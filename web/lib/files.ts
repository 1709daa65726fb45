/** Copies texts and pictures to the clipboard, and saves them as files. */

import { ifPossible } from './attempt.ts';
import { localDate } from './date.ts';
import { pending } from './pending.ts';

export function save(name: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const fileName = (game: string, kind: string) => `saltus-${game}-${localDate()}.${kind}`;

/** Resolves to whether it was copied. */
export async function copy(text: string): Promise<boolean> {
  try {
    // `navigator.clipboard` exists only in a secure context.
    await pending('device', navigator.clipboard.writeText(text));
    return true;
  } catch {
    return copyOldWay(text);
  }
}

export const isTouched = () => matchMedia('(pointer: coarse)').matches;

/** Whether the device has a sheet of its own to hand something on: on a touch screen. */
export const isHandedOn = () => 'share' in navigator && isTouched();

/** Hands something on: by the device's own sheet on a touch screen (`left`: it was closed), else to the clipboard. */
export async function handOn(what: ShareData, text: string): Promise<'shared' | 'copied' | 'failed' | 'left'> {
  if (isHandedOn()) {
    try {
      await navigator.share(what);
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'left';
    }
  }
  return (await copy(text)) ? 'copied' : 'failed';
}

/** Copies a text through a selected field. This works everywhere, for a short time after a click. */
function copyOldWay(text: string) {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'offscreen';
  field.value = text;
  // While a modal dialog is open, only text inside it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = ifPossible(() => document.execCommand('copy'), false);
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/** The picture of a canvas. Chromium waits up to 7 s to encode it if no frames are drawn, so this requests them. */
function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  let isWaiting = true;
  const frame = () => isWaiting && requestAnimationFrame(frame);
  frame();
  const picture = new Promise<Blob>((done, fail) => {
    canvas.toBlob((blob) => {
      isWaiting = false;
      if (blob) done(blob);
      else fail(new Error('no picture'));
    });
  });
  return pending('device', picture);
}

/** Copies the picture of a canvas; if the browser refuses, saves it as a file. */
export async function copyPicture(canvas: HTMLCanvasElement, name: string): Promise<'copied' | 'saved'> {
  const picture = pictureOf(canvas);
  try {
    await pending('device', navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]));
    return 'copied';
  } catch {
    save(name, await picture);
    return 'saved';
  }
}
