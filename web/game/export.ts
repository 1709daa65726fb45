/** The game on the board as text, as the rules write it. */

import type { Format } from '../protocol.d.ts';
import { explained } from '../state/describe.ts';
import { Slice, type State } from '../state/state.ts';
import { archivedGames } from '../store/store.ts';
import { playerTags, ratedTags } from '../store/tags.ts';
import type { GameController } from './controller.ts';

export const EXTENSIONS: Record<string, string> = { json: 'json', pdn: 'pdn', sgf: 'sgf', position: 'txt' };

/** In which a game is written, by game: the one chosen last. */
export const formats = new Slice<Record<string, Format>>({});

/** The game in it, empty until the rules have written it, and what was said of it last. */
export const written = new Slice({ text: '', message: '' });

export const formatsOf = ({ meta }: State) => meta.formats.filter((format) => format in EXTENSIONS);

export function formatOf(state: State): Format {
  const usual = formatsOf(state).find((format) => format === 'pdn' || format === 'sgf') ?? 'json';
  return formats.of(state)[state.meta.key] ?? usual;
}

/** What the record says of the players, and whether the game is rated. */
export function tagsOf({ page: { state }, autosave }: GameController) {
  const { players, match } = state;
  const isOwn = players.w !== 0 || players.b !== 0;
  const finished = isOwn && match?.end ? archivedGames().find(({ id }) => id === autosave.id) : undefined;
  return { ...playerTags(state), ...ratedTags(finished) };
}

/** Has the rules write the game. Resolves to the text; it is empty where they cannot. */
export async function write(controller: GameController) {
  const { page, rules } = controller;
  const begun = { text: '', message: '' };
  written.put(page, begun);
  let { text, message } = begun;
  try {
    if (page.state.match)
      ({ text } = await rules.request('record', { format: formatOf(page.state), tags: tagsOf(controller) }));
  } catch (error) {
    message = explained(error);
  }
  // Where it has been written again meanwhile, this is not shown.
  page.change(() => Object.assign(begun, { text, message }));
  return text;
}

/** Has the game written now, and again whenever it has changed, or how it is written. Returns what ends this. */
export function keepWritten(controller: GameController) {
  const { page } = controller;
  const how = (state: State) => JSON.stringify([formatOf(state), tagsOf(controller)]);
  const what = (state: State) => [state.match, state.match?.record, how(state)];
  return page.effect(what, () => write(controller));
}
