/**
 * The board alone, embedded in another page: `<iframe src="…/?embed#game=rock">`. The two pages talk by
 * `postMessage`; `py/docs/hosting.md` describes the messages. Every field is checked, and a position counts only once the rules
 * have read it. Nothing is stored, because the storage belongs to the visitor's own games.
 */

import type { GameController } from '../game/controller.ts';
import type { Beginning } from '../game/exchange.ts';
import { isSide } from '../lib/shape.ts';
import type { LoadRequest, NewRequest, Side } from '../protocol.d.ts';
import { asks, explained } from '../state/describe.ts';
import { type Puzzle, puzzleOf } from '../state/session.ts';
import { settings } from '../state/settings.ts';

/** What gives puzzles on an embedded board: `features/puzzles/embedded.ts`, loaded when a puzzle is first asked for. */
export interface Puzzles {
  /** Puts a puzzle on the board: `puzzle` is its key, or `day` the number of the day whose puzzle it is. */
  begin: (game: string, which: Record<string, unknown>) => Promise<void>;
  hint: () => Promise<void>;
  give: () => Promise<void>;
}

/** Answers the page around. What it returns is called when the rules are ready. */
export function embed(controller: GameController, puzzles: () => Promise<Puzzles>): () => void {
  const { page } = controller;
  let origin = '*'; // that of the last message; any before that, since the board is not secret
  let shown = { gameId: -1, node: -1 }; // the game and the position that were told last

  const tell = (kind: string, fields: Record<string, unknown> = {}) =>
    parent.postMessage({ saltus: kind, ...fields }, origin);

  const position = () => {
    const { match, meta } = page.state;
    if (!match) return { game: meta.key };
    const { rows, side, ply, last, outcome, moves } = match;
    const texts = moves.map(({ text }) => text);
    return { game: meta.key, rows, side, ply, position: match.position, last, outcome, moves: texts };
  };

  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== parent || typeof data !== 'object' || !data || typeof data.saltus !== 'string') return;
    origin = from === 'null' ? '*' : from;
    hear(data).catch((error) => tell('error', { message: explained(error) }));
  });

  const hear = async (data: Record<string, unknown>) => {
    if (data.saltus === 'get') tell('state', position());
    else if (data.saltus === 'play' && typeof data.move === 'string') await controller.entry.type(data.move);
    else if (data.saltus === 'undo') {
      await controller.navigation.back();
      tell('state', position());
    } else if (data.saltus === 'look') look(data);
    else if (data.saltus === 'set') await set(data);
    else if (data.saltus === 'puzzle') await (await puzzles()).begin(String(data.game ?? page.state.meta.key), data);
    else if (data.saltus === 'hint') await (await puzzles()).hint();
    else if (data.saltus === 'solution') await (await puzzles()).give();
    else
      tell('error', { message: `there is no message ${JSON.stringify(data.saltus).slice(0, 40)} with these fields` });
  };

  const look = (data: Record<string, unknown>) =>
    page.change((s) => {
      s.settings = settings({ ...s.settings, ...data });
      if (isSide(data.bottom)) s.bottom = data.bottom;
    });

  /** Sets up a match: from a record or a position in text, from rows and a side, or a new one. */
  const set = async (data: Record<string, unknown>) => {
    const { game, record, rows, side, setup, seed, options, players, bottom } = data;
    await controller.session.leave?.();
    const op = typeof record === 'string' ? 'load' : 'new';
    const asked = op === 'load' ? { text: record, game } : { game, rows, side, setup, seed, options };
    const seats = { players: level(players), bottom: isSide(bottom) ? bottom : undefined };
    // What a stranger sends is of any type: the rules check it.
    const error = await controller.replaceMatch(op as Beginning, asked as NewRequest & LoadRequest, seats);
    if (error) tell('error', { message: explained(error) });
    else tell('state', position());
  };

  page.effect(
    (state) => JSON.stringify(solving(puzzleOf(state))),
    (fields) => fields !== 'null' && tell('puzzle', JSON.parse(fields)),
  );
  page.effect('notice', (notice) => {
    if (notice?.kind === 'refusal') tell('refused', { rule: notice.rule, text: notice.text });
    if (notice?.kind === 'error') tell('error', { message: notice.text });
  });
  page.effect(
    ({ boot }) => (boot.phase === 'failed' ? boot.message : ''),
    (message) => message && tell('error', { message }),
  );
  page.effect(
    // A game that could not be put on the board has a number, too.
    ({ match }) => [match, controller.gameId],
    ([match, gameId]) => {
      const { node: before } = shown;
      const isSame = shown.gameId === gameId;
      if (!match || (isSame && match.node === before)) return;
      shown = { gameId, node: match.node };
      const parent = match.history.find(({ node }) => node === match.node)?.parent;
      // Not a position that was gone back to, or that another game begins with.
      if (isSame && parent === before) tell('move', position());
    },
  );
  return () => tell('ready', position());
}

function solving(puzzle: Puzzle | null) {
  if (!puzzle) return null;
  const { game, id, state, level, grade, themes, faults, helped, tried } = puzzle;
  return { game, puzzle: id, state, task: asks(puzzle), level, grade, themes, misses: faults, helped, tried };
}

/** The players in a message, if they are there and valid. */
function level(players: unknown): Record<Side, number> | undefined {
  const { w, b } = (players ?? {}) as Record<Side, unknown>;
  const fits = (level: unknown) => Number.isInteger(level) && Number(level) >= 0 && Number(level) <= 10;
  return fits(w) && fits(b) ? { w: Number(w), b: Number(b) } : undefined;
}
