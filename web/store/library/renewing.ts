/** Brings back the games that version 1.0 took for others (`apart`). */

import type { Engine } from '../../engine/client.ts';
import { EngineError } from '../../lib/engine-error.ts';
import type { IndexedGame } from '../../protocol.d.ts';
import type { GameText, NewGame, WholeGame } from '../../state/library.ts';
import { games } from './database.ts';
import { apart } from './identity.ts';

/** Games to be added; one in the `place` of that of version 1.0. */
type Batch = Parameters<typeof games.add>[0];

type Rules = Pick<Engine, 'request'>;

/** What a text says; null for one that cannot be read any more. */
async function indexed(rules: Rules, { text, game, options }: GameText): Promise<IndexedGame | null> {
  const asked = { text, ...(game && { game }), ...(game && options && { options }) };
  const reply = await rules.request('index', asked).catch((error) => {
    if (error instanceof EngineError && error.code === 'bad-record') return null;
    throw error;
  });
  return reply?.games[0] ?? null;
}

/** The games that a game of version 1.0 is now, with their texts: it comes first. */
export async function renewed<Game extends NewGame>(rules: Rules, game: Game, texts: GameText[]) {
  return apart(game, texts, await Promise.all(texts.map((source) => indexed(rules, { game: game.game, ...source }))));
}

/** Puts what games of version 1.0 are now into their places. Resolves to how many were found again. */
export async function renew(rules: Rules, earlier: WholeGame[]) {
  const batch: Batch = [];
  for (const { game, texts } of earlier) {
    const [first, ...others] = await renewed(rules, game, texts);
    batch.push({ ...first, place: game }, ...others);
  }
  return batch.length ? (await games.add(batch)).new : 0;
}

/** The digests of the games of version 1.0 that are still as it has added them; null where they were not looked for. */
let open: Set<string> | null = null;

/** Brings back all games that version 1.0 has taken for others. Resolves to how many. */
export async function renewAll(rules: Rules) {
  if (open) return 0;
  const earlier = await games.earlier();
  const several = earlier.filter(({ texts }) => texts.length > 1);
  const fresh = await renew(rules, several);
  open = new Set(earlier.filter(({ texts }) => texts.length < 2).map(({ game }) => game.digest));
  return fresh;
}

/** Before games are added: tells those of version 1.0 apart that may be the same. */
export async function renewAlike(rules: Rules, batch: { game: NewGame; texts: GameText[] }[]) {
  const digests = [...new Set(batch.map(({ game }) => game.digest))].filter((digest) => open?.has(digest));
  const byText = new Map(batch.map(({ game, texts: [{ text }] }) => [text, game.contents]));
  const known: Batch = [];
  const others: WholeGame[] = [];
  for (const whole of await games.earlier(digests)) {
    // The same text says the same: it need not be read once more.
    const contents = whole.texts.length === 1 && !whole.game.edited && byText.get(whole.texts[0].text);
    if (contents) known.push({ game: { ...whole.game, contents }, texts: whole.texts, place: whole.game });
    else others.push(whole);
  }
  if (known.length) await games.add(known);
  await renew(rules, others);
}
