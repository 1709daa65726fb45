/** What is chosen in the form for a new game. */

import { draw } from '../../lib/random.ts';
import type { Ballot, Side } from '../../protocol.d.ts';
import { type Page, Slice } from '../../state/state.ts';

/** What was not is as in the match on the board, or as it is proposed. */
interface Wish {
  who?: string; // the person's side, or `lots`, `both`, `none`, `link`, `online`
  seat?: Side | 'any'; // of the person in a game with a friend
  level?: number; // of the computer; of its White where it plays itself
  rival?: number; // of its Black
  setup?: string;
  seed: string; // as it was typed; drawn at first
  begin?: 'none' | 'lot' | 'chosen'; // without a ballot, or with one
  ballot?: number; // the number of the chosen one
  ballots: Ballot[] | null; // those of the game, once one is to be chosen
  search: string; // what was typed to find one of them
  options: Record<string, boolean>;
  clock?: string; // `none`, `other`, or a usual time control as players write it
  minutes?: string; // of another one, as it was typed
  increment?: string;
}

const newWish = (): Wish => ({ seed: String(draw()), ballots: null, search: '', options: {} });

export const form = new Slice(newWish());

/** Keeps what is chosen for the game on the board, until another one is there or what this returns is called. */
export const keepWish = (page: Page) => page.effect('meta', () => () => form.put(page, newWish()));
