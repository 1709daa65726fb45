/** Hands a short text on: by the device's own sheet where a finger would look for one, else by the clipboard. */

import { copy } from '../lib/files.js';

/**
 * @param {string} text
 * @returns {Promise<'shared' | 'copied' | 'failed' | 'left'>} `left`: whoever was asked by the device said no
 */
export async function shareText(text) {
  const sheet = matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function';
  if (sheet) {
    try {
      await navigator.share({ text });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'left';
    }
  }
  return (await copy(text)) ? 'copied' : 'failed';
}
