/** Unpacks files of games: gzip and zip, up to a size. In the terminal, `saltus.records.files` does the same. */

import { FileError } from './game-file.ts';

const MAX_UNPACKED_BYTES = 1 << 28;

/** The endings of names by which the games of an archive are told from what lies beside them; the first that there are. */
const KINDS = [/\.(pdn|sgf|json)$/i, /\.(pdn|sgf|json|txt|fen|pgn)$/i];
const HIDDEN = /(^|\/)(\.|__MACOSX)/; // what a system puts into an archive for itself

const GZIP = '1f8b';
const ZIP = ['504b0304', '504b0506'];
const OTHERS = ['377abcaf271c', '526172211a07', '425a68', 'fd377a585a00', '28b52ffd']; // 7z, RAR, bzip2, xz, Zstandard
const TAR_MARK = [257, 262]; // where tar has the bytes `ustar`

type Packed = { name: string; method: number; data: Blob };

/** The files that a file holds: itself, or what is packed in it. Rejects with a `FileError`. */
export async function unpacked(file: File): Promise<File[]> {
  const kind = await kindOf(file);
  if (!kind) return [file];
  let left = MAX_UNPACKED_BYTES;
  const limit = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.length;
        if (left < 0) controller.error(new FileError('vast'));
        else controller.enqueue(chunk);
      },
    });
  const unpack = async (name: string, data: Blob, how: CompressionFormat | null) => {
    const stream = how ? data.stream().pipeThrough(new DecompressionStream(how)) : data.stream();
    const plain = new File([await new Response(stream.pipeThrough(limit())).blob()], name);
    if (await kindOf(plain)) throw new FileError('packed');
    return plain;
  };
  try {
    if (kind === 'gzip') return [await unpack(file.name.replace(/\.gz$/i, ''), file, 'gzip')];
    if (kind !== 'zip') throw new FileError('packed');
    const files: File[] = [];
    for (const { name, method, data } of await archived(file))
      files.push(await unpack(name, data, method ? 'deflate-raw' : null));
    return files;
  } catch (error) {
    throw error instanceof FileError ? error : new FileError('damaged');
  }
}

async function kindOf(file: Blob) {
  const head = new Uint8Array(await file.slice(0, TAR_MARK[1]).arrayBuffer());
  const hex = (from: number, to: number) => Array.from(head.slice(from, to), (byte) => hexOf(byte)).join('');
  const begins = (mark: string) => hex(0, 6).startsWith(mark);
  if (begins(GZIP)) return 'gzip';
  if (ZIP.some(begins)) return 'zip';
  return OTHERS.some(begins) || hex(TAR_MARK[0], TAR_MARK[1]) === '7573746172' ? 'other' : null;
}

const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');

const END_BYTES = 22; // the length of the end of a zip archive, before its comment of 65,535 bytes at most
const END = 0x06054b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;

const viewOf = async (file: Blob, from: number, to: number) => new DataView(await file.slice(from, to).arrayBuffer());

/** The files of games in a zip archive, as its directory at the end has them. */
async function archived(file: Blob): Promise<Packed[]> {
  const tail = await viewOf(file, Math.max(0, file.size - END_BYTES - 0xffff), file.size);
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw new FileError('damaged');
  const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  const directory = await viewOf(file, start, start + size);
  const all: { name: string; entry: number }[] = [];
  for (let entry = 0; entry < size; ) {
    const lengths = [28, 30, 32].map((offset) => directory.getUint16(entry + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, entry + ENTRY_BYTES, lengths[0]));
    if (!name.endsWith('/') && !HIDDEN.test(name)) all.push({ name, entry });
    entry += ENTRY_BYTES + lengths.reduce((sum, length) => sum + length);
  }
  const ofGames = KINDS.map((kind) => all.filter(({ name }) => kind.test(name))).find((some) => some.length);
  const chosen = ofGames ?? (all.length === 1 ? all : []);
  if (!chosen.length) throw new FileError('without');
  return Promise.all(
    chosen.map(async ({ name, entry }) => {
      const method = directory.getUint16(entry + 10, true);
      if (directory.getUint16(entry + 8, true) & ENCRYPTED || ![0, 8].includes(method)) throw new FileError('packed');
      const local = directory.getUint32(entry + 42, true);
      const head = await viewOf(file, local, local + LOCAL_BYTES);
      const from = local + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
      return { name, method, data: file.slice(from, from + directory.getUint32(entry + 20, true)) };
    }),
  );
}
