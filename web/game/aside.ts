/** Puts the player's game aside for a lesson or a puzzle, and brings it back as it was, analysis too. */

import { saved } from '../state/clock.ts';
import { type Aside, baseOf, GAME } from '../state/session.ts';
import { loadTable } from '../store/store.ts';
import { analyse } from './analysis.ts';
import type { GameController } from './controller.ts';

/** Resolves when the player's game is on the board, nothing changes it, no search runs, and no session has it put aside. */
export async function whenAtRest(controller: GameController) {
  await controller.whenSynced();
  await controller.leaving;
  await controller.leaveExploration();
  await controller.unlocked();
  await controller.stopSearches();
}

/** What brings the player's game back; the analysis ends. */
export function putAside({ page, autosave }: GameController): Aside {
  const { meta, match, players, bottom, paused, analysis } = page.state;
  autosave.keepClock(true);
  page.set({ analysis: null });
  const session = baseOf(page.state) ?? GAME;
  const seats = { players, bottom, paused, session, clock: saved(page.state, true) };
  const kept = match && { record: match.record, id: autosave.id, seats, isAnalysed: analysis !== null };
  return { game: meta.key, kept };
}

/**
 * Ends the lesson or the puzzle, if it is on the board, once what goes on is done: the game comes back, or is opened again. A
 * session that begins meanwhile waits for it in `whenAtRest`.
 */
export function bringBack(controller: GameController, kind: 'lesson' | 'puzzle', goesOn?: Promise<unknown>) {
  const done = back(controller, kind, goesOn);
  controller.leaving = Promise.allSettled([controller.leaving, done]);
  return done;
}

async function back(controller: GameController, kind: 'lesson' | 'puzzle', goesOn?: Promise<unknown>) {
  const { page } = controller;
  if (goesOn && page.state.session.kind === kind) await goesOn;
  const { session } = page.state;
  if (session.kind !== kind) return;
  const { aside } = session;
  controller.gameId++;
  page.set({ session: GAME, match: null });
  if (!aside.kept) return controller.open(aside.game);
  const { isAnalysed, ...kept } = aside.kept;
  const { record, seats, id } = newer(controller, aside, kept.record) ?? kept;
  const isBack = await controller.loadRecord(record, seats, id);
  if (isBack && isAnalysed && !page.state.analysis) await analyse(controller);
}

/** What another tab has made of the game since; null if it is as it was. This tab has stored nothing of it. */
function newer({ page }: GameController, { game }: Aside, record: string) {
  const meta = page.state.games.find(({ key }) => key === game);
  const table = meta && loadTable(meta);
  if (!table || table.record === record) return null;
  const { record: now, players, bottom, clock, id } = table;
  return { record: now, seats: { players, bottom, clock }, id };
}
