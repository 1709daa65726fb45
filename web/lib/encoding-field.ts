/** The choice of the encoding of a file whose letters may be wrong. */

import { encodings } from './encoding.ts';
import { field, select } from './html.ts';
import { t } from './i18n.ts';

/** `encoding` is what the file was read in; a file does not say what its encoding is if it can be chosen. */
export const encodingField = (file: File, encoding: string, choose: (encoding: string) => void) => {
  const label = t('share.encoding', { name: file.name });
  return field(label, select('encoding', label, encodings(encoding), encoding, choose));
};
