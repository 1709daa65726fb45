/** Hands a short text on: by the device's own sheet where a finger would look for one, else by the clipboard. */

import { copy } from '../lib/files.ts';
import { t } from '../lib/i18n.ts';
import { resultText } from '../store/daily.ts';

/** @returns `left`: whoever was asked by the device said no */
export async function shareText(text: string): Promise<'shared' | 'copied' | 'failed' | 'left'> {
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

/** Hands on how the puzzle of a day went. Resolves to what is said of it. */
export async function shareDay(...what: Parameters<typeof resultText>) {
  const text = resultText(...what);
  const how = await shareText(text);
  return how === 'copied' ? t('today.copied') : how === 'failed' ? `${t('today.uncopied')}\n${text}` : '';
}
