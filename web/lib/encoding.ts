/** Files of games as UTF-8, whatever packs them, and however their letters are written. */

import type { EncodingReply, Requests } from '../protocol.d.ts';
import { ifPossible, succeeds } from './attempt.ts';
import { base64 } from './base64.ts';
import { language } from './i18n.ts';
import { LANGUAGES } from './languages.ts';
import { unpacked } from './unpack.ts';

const SAMPLE_BYTES = 1 << 18; // how much of a file decides on its encoding: as base64 it fits into one request

/** The encodings to choose from, each with languages that are written in it. */
const LANGUAGES_OF: Record<string, string[]> = {
  'windows-1252': ['it', 'fr', 'de'],
  'windows-1250': ['pl', 'ro', 'hu'],
  'windows-1251': ['ru', 'uk', 'bg'],
  'koi8-r': ['ru'],
  cp866: ['ru'],
  'windows-1253': ['el'],
  'windows-1254': ['tr'],
  'windows-1255': ['he'],
  'windows-1256': ['ar'],
  'windows-1257': ['lt', 'lv'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
  shift_jis: ['ja'],
  'euc-jp': ['ja'],
  gb18030: ['zh'],
  big5: ['zh-TW'],
  'euc-kr': ['ko'],
  cp850: ['it', 'fr', 'de'],
  cp437: ['en'],
  'utf-8': [],
  'utf-16le': [],
  'utf-16be': [],
};

/** What an encoding is called here: as in `LANGUAGES_OF`, where it is there. */
const nameOf = (encoding: string) => encoding.replace(/^cp(125\d)$/, 'windows-$1').replace(/^(utf-16)-/, '$1');

/** The encodings to choose from; `other` too, if it is none of them. */
export function encodings(other: string) {
  const names = new Intl.DisplayNames([LANGUAGES[language()].tag], { type: 'language' });
  return [...new Set([...Object.keys(LANGUAGES_OF), other])].map((value) => {
    const written = (LANGUAGES_OF[value] ?? []).map((code) => names.of(code)).join(', ');
    return { value, label: written ? `${written} – ${value}` : value };
  });
}

/** Asks the rules about an encoding (the request `encoding`). */
type Ask = (fields: Requests['encoding']) => Promise<EncodingReply>;

/** A file in UTF-8, and the encoding that it was read in, if that was a guess or chosen. */
export type TextFile = { file: File; encoding: string };

/** The files that a file holds, each in UTF-8. `chosen`: their encoding, if it is not to be found out. */
export async function textFiles(file: File, ask: Ask, chosen: string = ''): Promise<TextFile[]> {
  const files: TextFile[] = [];
  for (const part of await unpacked(file)) files.push(await inUtf8(part, ask, chosen));
  return files;
}

async function inUtf8(file: File, ask: Ask, chosen: string): Promise<TextFile> {
  if (chosen) {
    const letters = isKnown(chosen) ? '' : (await ask({ data: '', encoding: chosen })).letters;
    return { file: await converted(file, chosen, letters), encoding: chosen };
  }
  const first = await bytesOf(file, 0);
  const [, named] = NAMED.exec(new TextDecoder('latin1').decode(first)) ?? [];
  if (named && fits(first, named)) return { file: await converted(file, named), encoding: '' };
  const { sample, isMixed } = await firstOther(file);
  if (!sample) return { file, encoding: '' };
  if (isMixed) return { file: await repaired(file), encoding: '' };
  const { encoding, letters } = await ask({ data: base64(sample) });
  const name = nameOf(encoding);
  return { file: await converted(file, name, letters), encoding: name.startsWith('utf-') ? '' : name };
}

/** What the first game of an SGF file calls its encoding. */
const NAMED = /\(\s*;[^()]*?(?<![A-Za-z])CA\s*\[\s*([!-Z^-~]{1,40})\s*\]/;

const bytesOf = async (file: Blob, at: number) =>
  new Uint8Array(await file.slice(at, at + SAMPLE_BYTES).arrayBuffer());

/**
 * The first block that is not UTF-8, or may be UTF-16; null if there is none. `isMixed`: letters beyond ASCII in
 * UTF-8 come before it.
 */
async function firstOther(file: Blob) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isMixed = false;
  for (let at = 0; at < file.size; at += SAMPLE_BYTES) {
    const sample = await bytesOf(file, at);
    const isLast = at + SAMPLE_BYTES >= file.size;
    const text = ifPossible(() => decoder.decode(sample, { stream: !isLast }), null);
    if (text === null) return { sample, isMixed };
    if (at === 0 && text.includes('\0')) return { sample, isMixed };
    isMixed ||= /[^\0-\x7f]/.test(text);
  }
  return { sample: null, isMixed };
}

const isKnown = (encoding: string) => succeeds(() => new TextDecoder(encoding));

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);

/** The text of the beginning of a file, null if it cannot be in this encoding. */
const textIn = (encoding: string, sample: Uint8Array<ArrayBuffer>) =>
  ifPossible(() => new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true }), null);

/**
 * Whether bytes can be text in an encoding, which they name themselves. It is none of Unicode, which shows without a name;
 * where they are UTF-8, too, one of one byte a letter is not believed.
 */
function fits(sample: Uint8Array<ArrayBuffer>, encoding: string) {
  const text = textIn(encoding, sample);
  if (text === null || new TextDecoder(encoding).encoding.startsWith('utf-')) return false;
  return text.length !== sample.length || isAscii(sample) || textIn('utf-8', sample) === null;
}

/** A file in UTF-8 that is written in another encoding. `letters` are those of the bytes from 128 to 255, if they count. */
async function converted(file: File, encoding: string, letters: string = '') {
  const decoder = isKnown(encoding) ? new TextDecoderStream(encoding) : oneByteStream(letters);
  const text = file.stream().pipeThrough(decoder as TransformStream<Uint8Array<ArrayBuffer>, string>);
  return new File([await new Response(text.pipeThrough(new TextEncoderStream())).blob()], file.name);
}

const oneByteStream = (letters: string) =>
  new TransformStream<Uint8Array, string>({
    transform(bytes, controller) {
      const text = Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : letters[byte - 128]));
      controller.enqueue(text.join(''));
    },
  });

/** A file of which most is UTF-8: its other lines are windows-1252. */
async function repaired(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = bytes.indexOf(10, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    parts.push(textIn('utf-8', line) ?? new TextDecoder('windows-1252').decode(line));
  }
  return new File(parts, file.name);
}
