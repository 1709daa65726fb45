/** What is drawn by chance. */

/** A random seed, short enough (at most five digits) to tell somebody. */
export const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] % 100000;

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only in secure contexts. */
export function unique() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
