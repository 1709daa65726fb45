/** Tags, duplicates (`saltus.library.editing` does the same in the terminal) and written texts of the library's games. */

import type { Engine } from '../../engine/client.ts';
import { plainText } from '../../lib/plain-text.ts';
import type { Format } from '../../protocol.d.ts';
import type { GameText, LibraryGame } from '../../state/library.ts';
import { games } from './database.ts';
import { newGame } from './identity.ts';
import { renew } from './renewing.ts';
import { exclusive } from './worker.ts';

/** Gives a game these tags, less empty ones; it takes in `gone` and the game that it equals now. Rejects bad tags. */
export function retag(
  rules: object,
  game: LibraryGame,
  tags: Record<string, string>,
  { collections = game.collections, gone = [] }: { collections?: string[]; gone?: LibraryGame[] } = {},
) {
  return exclusive(rules, async (engine) => {
    // A game of version 1.0 may have records that say something else: they are no part of what is edited.
    const earlier = [game, ...gone].filter(({ contents }) => !contents);
    for (const game of earlier) await renew(engine, [{ game, texts: await games.texts(game.id) }]);
    const [source] = await games.texts(game.id);
    const json = await converted(engine, game, source, 'json');
    const known = Object.entries(tags).filter(([, value]) => value.trim());
    const text = JSON.stringify({ ...JSON.parse(json), tags: Object.fromEntries(known) });
    const { games: entries, rejected } = await engine.request('index', { text });
    if (!entries.length) throw new Error(rejected[0]?.message ?? '');
    const indexed = newGame(entries[0], []);
    const same = await games.saying(indexed.contents[0]);
    const others = [...gone, ...(same && same.id !== game.id ? [same] : [])].filter(({ id }) => id !== game.id);
    const records = await games.many([game.id, ...others.map(({ id }) => id)]);
    const contents = [...new Set([...indexed.contents, ...records.flatMap((game) => game.contents ?? [])])];
    const archive = [game, ...others].find((game) => game.archive)?.archive;
    const result = indexed.result === 'unfinished' ? game.result : indexed.result;
    const all = new Set([...collections, ...others.flatMap((game) => game.collections)]);
    const changed = {
      ...indexed,
      id: game.id,
      added: game.added,
      collections: [...all],
      contents,
      result,
      edited: true,
    };
    await games.change(
      { ...changed, ...(archive && { archive }) },
      { first: { text, game: game.game }, gone: [...new Set(others.map(({ id }) => id))] },
    );
    return game.id;
  });
}

/** The tags of one game made of several: what any of them knows, the longer names, and the more exact date. */
function commonTags(alike: LibraryGame[]) {
  const tags = Object.assign({}, ...[...alike].reverse().map((game) => game.tags));
  const best = (name: string, worth: (value: string) => number) => {
    const values = alike.map((game) => game.tags[name] ?? '');
    return values.reduce((best, value) => (worth(value) > worth(best) ? value : best));
  };
  const length = (name: string) => name.length;
  const digits = (date: string) => date.replace(/\D/g, '').length;
  return { ...tags, White: best('White', length), Black: best('Black', length), Date: best('Date', digits) };
}

/** Makes one game of several with the same moves. Resolves to its id. */
export const merge = (rules: object, alike: LibraryGame[]) => {
  const [first, ...gone] = alike;
  const collections = [...new Set(alike.flatMap((game) => game.collections))];
  return retag(rules, first, commonTags(alike), { collections, gone });
};

/** The moves of a game, as a key of a map. */
const movesOf = ({ game, keys }: LibraryGame) => `${game} ${new TextDecoder('latin1').decode(keys)}`;

export const isOneGame = (chosen: LibraryGame[]) => new Set(chosen.map(movesOf)).size === 1;

/** The other games with the same moves as one; none of a game without moves. */
export function sameMoves(all: Iterable<LibraryGame>, game: LibraryGame) {
  const own = movesOf(game);
  return game.plies
    ? [...all].filter((other) => other.id !== game.id && other.plies === game.plies && movesOf(other) === own)
    : [];
}

/** Games with the same moves whose tags and results do not contradict each other: likely duplicates. */
export function duplicates(all: Iterable<LibraryGame>): LibraryGame[][] {
  const groups: Map<string, LibraryGame[][]> = new Map();
  for (const game of all) {
    const key = movesOf(game);
    const there = groups.get(key) ?? [];
    const group = there.find((candidate) => candidate.every((other) => agree(game, other)));
    if (group) group.push(game);
    else groups.set(key, [...there, [game]]);
  }
  return [...groups.values()].flat().filter((group) => group.length > 1);
}

const wordsOf = (text: string = '') => new Set(plainText(text).match(/\S+/g));

const isWithin = (words: Set<string>, others: Set<string>) => [...words].every((word) => others.has(word));

/** Whether two games with the same moves may be the same. */
function agree(one: LibraryGame, other: LibraryGame) {
  const results = new Set([one.result, other.result, 'unfinished']);
  if (results.size > 2) return false;
  for (const tag of ['White', 'Black', 'Event', 'Site', 'Round']) {
    const [words, others] = [one, other].map(({ tags }) => wordsOf(tags[tag]));
    if (!isWithin(words, others) && !isWithin(others, words)) return false;
  }
  return [...one.date].every(
    (letter, at) => letter === other.date[at] || `${letter}${other.date[at]}`.includes('?') || !other.date,
  );
}

async function converted(engine: Engine, { game }: LibraryGame, { text, options }: GameText, format: Format) {
  await engine.request('load', { text, game, ...(options && { options }) });
  return (await engine.request('record', { format })).text;
}

const formatOf = (text: string): Format =>
  /^[\ufeff\s]*\{/.test(text) ? 'json' : /^[\ufeff\s]*\(\s*;/.test(text) ? 'sgf' : 'pdn';

/** The games as one text: as they were read if in that format, without those that the format has no room for. */
export async function textsOf(
  rules: object,
  chosen: LibraryGame[],
  format: Format,
  { onprogress, signal }: { onprogress: (share: number) => void; signal: AbortSignal },
) {
  const parts: string[] = [];
  let missing = 0;
  for (const game of chosen) {
    if (signal.aborted) break;
    const [source] = await games.texts(game.id);
    if (source && formatOf(source.text) === format) parts.push(source.text);
    else if (source) {
      const text = await exclusive(rules, (engine) => converted(engine, game, source, format)).catch(() => null);
      if (text === null) missing++;
      else parts.push(text.trim());
    }
    onprogress((parts.length + missing) / chosen.length);
  }
  return { parts: format === 'json' ? [`[${parts.join(',\n')}]\n`] : [parts.join('\n\n'), '\n'], missing };
}
