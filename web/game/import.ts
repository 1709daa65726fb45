/** Puts games of other programs on the board: from pasted or dropped text, or a file of any size. */

import { say } from '../lib/dom.ts';
import { type TextFile, textFiles } from '../lib/encoding.ts';
import { nullable } from '../lib/first.ts';
import { FileError, GameFile, MAX_LISTED, MAX_TEXT_CHARS } from '../lib/game-file.ts';
import { count, gameName, t, translated } from '../lib/i18n.ts';
import { readdress } from '../lib/link.ts';
import { pending } from '../lib/pending.ts';
import type { Format, ListedGame } from '../protocol.d.ts';
import { explained } from '../state/describe.ts';
import { Slice } from '../state/state.ts';
import { dropEarlierGame, loadEarlierGames } from '../store/store.ts';
import type { GameController } from './controller.ts';
import { tell } from './messages.ts';

/** Games from other programs. It outlives the panel: the player can look a mistake up in the rules and correct it. */
export const inbox = new Slice({
  text: '', // the content of the text field
  error: '', // what is wrong with it
  warned: '', // what was unusual in the text that was read last
  found: nullable<Found>(), // the games, if there are several
  // the file that is being read, and how much of it has been, from 0 to 1
  reading: nullable<{ name: string; share: number; stop: () => void }>(),
  // the file that was read last, if its encoding was a guess or chosen, and the record of what came of it
  source: nullable<{ file: File; encoding: string; record: string }>(),
});

export type Inbox = ReturnType<typeof inbox.of>;

/** The games in a text or a file. */
export interface Found {
  listed: (ListedGame | null)[]; // the first ones; null for a game that is too long
  count: number; // of all
  passed: number; // their number when a higher one was asked for; 0 if that was not the last thing asked
  file: File; // the file itself, which the library can take
  open: (index: number) => void; // puts one on the board
}

const set = ({ page }: GameController, values: Partial<Inbox>) => inbox.amend(page, values);

/** Puts the game in a text on the board; if it holds several, lists them. `part`: which of them, counted from 0. */
export async function take(controller: GameController, text: string, part?: number) {
  const { state } = controller.page;
  const { text: before } = inbox.of(state);
  // What was typed meanwhile stays.
  const show = (shown: string) => {
    if (inbox.of(state).text === before) set(controller, { text: shown });
  };
  if (part === undefined) forget(controller);
  set(controller, { error: '', warned: '' });
  try {
    if (text.length > MAX_TEXT_CHARS) throw new FileError('long');
    const { format, games } = await controller.rules.request('contents', { text, game: state.meta.key });
    if (part === undefined && games.length > 1) {
      const open = (number: number) => take(controller, text, number);
      const file = new File([text], `${t('share.pasted')}.txt`);
      const listed = games.slice(0, MAX_LISTED);
      set(controller, { found: { listed, count: games.length, passed: 0, file, open } });
      show(text);
      tellFound(controller, games.length);
    } else {
      await load(controller, text, format, games.length ? (part ?? 0) : null);
      show(part === undefined ? '' : text);
    }
  } catch (error) {
    show(text);
    refuse(controller, error);
  }
}

/** Says how many games there are, and brings the first of the list into sight: it lies below what one has pasted. */
function tellFound({ page }: GameController, n: number) {
  say(t('share.count', { n, count: count(n) }));
  page.draw();
  document.querySelector('.found button')?.scrollIntoView({ block: 'center' });
}

/**
 * Opens a file. One that is too long for a request is read slice by slice, and its games are listed. `chosen` is the
 * encoding that the player has chosen for it: what the guess has put on the board goes.
 */
export async function takeFile(controller: GameController, file: File, chosen: string = '') {
  const { page } = controller;
  const guessed = chosen && inbox.of(page.state).source?.record;
  forget(controller);
  try {
    const found = await pending(
      'file',
      textFiles(file, (fields) => controller.rules.request('encoding', fields), chosen),
    );
    const text = joined(found);
    const encoding = found.find((one) => one.encoding)?.encoding;
    const source = encoding ? { file, encoding, record: '' } : null;
    if (text.size > MAX_TEXT_CHARS) {
      set(controller, { source });
      await search(controller, file, text);
      return;
    }
    await take(controller, await pending('file', text.text()));
    // Its name is that of the collection.
    const games = inbox.of(page.state).found;
    if (games) set(controller, { found: { ...games, file } });
    set(controller, { source: source && { ...source, record: page.state.match?.record ?? '' } });
    for (const left of loadEarlierGames()) if (guessed && left.record === guessed) dropEarlierGame(left);
  } catch (error) {
    // Files that were moved, changed or deleted after the player chose them.
    refuse(controller, error instanceof DOMException ? new FileError('unreadable') : error);
  }
}

/** The files of an archive as one text. */
function joined(found: TextFile[]): File {
  const [{ file }] = found;
  if (found.length === 1) return file;
  const kinds = new Set(found.map((one) => /\.(pdn|sgf)$/i.exec(one.file.name)?.[1].toLowerCase()));
  if (kinds.size > 1 || kinds.has(undefined)) throw new FileError('several');
  const parts = found.flatMap((one) => [one.file, '\n\n']);
  return new File(parts, file.name);
}

export const receive = (controller: GameController, dropped: File | string) =>
  dropped instanceof File ? takeFile(controller, dropped) : take(controller, dropped);

/** Lists the games of a file while it is read. */
async function search(controller: GameController, file: File, text: File) {
  const { page } = controller;
  const games = new GameFile(text);
  const stop = new AbortController();
  const reading = { name: file.name, share: 0, stop: () => stop.abort() };
  const open = (index: number) => openOne(controller, games, index);
  const found: Found = { listed: games.listed, count: 0, passed: 0, file, open };
  set(controller, { text: '', error: '', warned: '', found, reading });
  const isReplaced = () => inbox.of(page.state).found !== found;
  const game = page.state.meta.key;
  const ask = (text: string, format: Format | undefined, goesOn: boolean) =>
    controller.rules.request('contents', { text, game, format, goes_on: goesOn });
  const progress = () =>
    page.change(() => {
      found.count = games.starts.length;
      reading.share = games.end / text.size;
    });
  try {
    await games.read(ask, progress, stop.signal);
  } catch (error) {
    if (isReplaced()) return;
    // The games found before the error can still be opened.
    set(controller, { reading: null, found: found.count ? found : null });
    return refuse(controller, error);
  }
  if (isReplaced()) return;
  found.count = games.starts.length;
  const hadFocus = document.activeElement?.closest('.reading');
  set(controller, { reading: null, found: found.count > 1 ? found : null });
  if (found.count > 1) {
    tellFound(controller, found.count);
    // The stop button is gone.
    if (hadFocus) (document.querySelector('.found button') as HTMLElement | null)?.focus();
  } else if (found.count === 1) {
    openOne(controller, games, 0);
  } else {
    take(controller, '');
  }
}

/** Puts one game of a file on the board. If it cannot be read, its text and the place of the error are shown. */
async function openOne(controller: GameController, games: GameFile, index: number) {
  set(controller, { text: '', error: '', warned: '' });
  let text = '';
  try {
    text = await games.text(index);
    await load(controller, text, games.format, 0);
  } catch (error) {
    set(controller, { text });
    refuse(controller, error, games.starts.length > 1 ? index : undefined);
  }
}

/** Loads one game of a text: the one of this number, or null if the format holds only one. */
async function load(controller: GameController, text: string, format: Format | undefined, part: number | null) {
  const { page } = controller;
  const fields = { text, format, game: page.state.meta.key, ...(part !== null && { part }) };
  const wrong = await controller.replaceMatch('load', fields, { players: { w: 0, b: 0 } });
  if (wrong) throw wrong;
  readdress(`#game=${page.state.meta.key}`);
  const opened = t('share.opened', { game: gameName(page.state.meta) });
  const { warnings = [] } = page.state.match ?? {};
  const warned = warnings.length ? t('share.warned', { n: warnings.length, first: translated(warnings[0]) }) : '';
  set(controller, { warned });
  tell(controller, 'plain', `${opened} ${warned}`.trim());
}

function forget(controller: GameController) {
  inbox.of(controller.page.state).reading?.stop();
  set(controller, { reading: null, found: null, source: null });
}

/** Shows an error, and where it is: in the game at `index`, if given. */
function refuse(controller: GameController, error: unknown, index?: number) {
  const message =
    error instanceof FileError ? t(`share.${error.message}`, { n: count(MAX_TEXT_CHARS) }) : explained(error);
  set(controller, {
    error: index === undefined ? message : t('share.refused', { number: count(index + 1), message }),
  });
  controller.page.draw();
  point((error as { details?: Record<string, unknown> }).details ?? {});
}

/** Marks the place in the text that an error names, its line and column counted from 1. */
function point({ line, column }: Record<string, unknown>) {
  const area = document.getElementById('paste') as HTMLTextAreaElement | null;
  if (typeof line !== 'number' || typeof column !== 'number' || !area) return;
  const before = area.value.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const word = /^\S+/.exec(area.value.slice(start))?.[0].length ?? 1;
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + word);
}
