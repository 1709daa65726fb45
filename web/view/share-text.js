/** Hands a short text on: by the device's own sheet where a finger would look for one, else by the clipboard. */

import { copy } from '../lib/files.js';
import { t } from '../lib/i18n.js';
import { resultText } from '../study/daily.js';

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

/**
 * Hands on how the puzzle of a day went. Resolves to what is said of it.
 *
 * @param {Parameters<typeof resultText>} what
 */
export async function shareDay(...what) {
  const text = resultText(...what);
  const how = await shareText(text);
  return how === 'copied' ? t('today.copied') : how === 'failed' ? `${t('today.uncopied')}\n${text}` : '';
}
