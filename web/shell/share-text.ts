/** Hands a short text on, by the device's own sheet or by the clipboard. */

import { handOn } from '../lib/files.ts';
import { t } from '../lib/i18n.ts';
import { resultText } from '../store/days.ts';

export const shareText = (text: string) => handOn({ text }, text);

/** Hands on how the puzzle of a day went. Resolves to what is said of it. */
export async function shareDay(...what: Parameters<typeof resultText>) {
  const text = resultText(...what);
  const how = await shareText(text);
  return how === 'copied' ? t('today.copied') : how === 'failed' ? `${t('today.uncopied')}\n${text}` : '';
}
