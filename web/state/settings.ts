/** The settings, a row each; its control is in `features/settings/view.ts`, its text is `settings.NAME`. */

import { isLanguage } from '../lib/languages.ts';
import { plainScreen } from '../lib/screen.ts';
import { fields, flag, number, oneOf, recordOf } from '../lib/shape.ts';
import type { Meta } from './game.d.ts';

export const PLAIN = { board: 'plain', pieces: 'flat' }; // the board and the pieces for high contrast
export const ALL = 200; // in `lines`: a line for every legal move

/** What a setting is at first, and which stored values are accepted in its place. */
type Setting<Value> = { usual: Value; accepts: (value: unknown) => boolean };

/** The first of the choices is the usual one. */
const choice = <Value extends string>(...choices: Value[]) => {
  return { usual: choices[0], accepts: oneOf(choices), choices };
};
const onOff = (usual: boolean): Setting<boolean> => ({ usual, accepts: flag });

export const SETTINGS = {
  theme: choice('system', 'light', 'dark'),
  board: choice<string>('oak', 'slate', 'mosaic'), // keys of `MATERIALS` in `board/materials.ts`
  // each game's own, or one of `SHAPES` in `board/shapes.ts` for all games
  pieces: choice<string>('own', 'draughts', 'rock', 'roman', 'flat'),
  contrast: choice('system', 'more', 'normal'), // `system` asks the device
  sound: onOff(true),
  volume: { usual: 0.6, accepts: (value: unknown) => number(value) && value >= 0 && value <= 1 },
  speed: choice('normal', 'slow', 'fast'), // of the computer against itself
  coordinates: onOff(true), // whether the frame shows the letters and numbers of files and ranks
  numbers: onOff(true), // whether squares show their numbers, in games that number them
  motion: choice('system', 'slow', 'on', 'fast', 'off'), // how pieces are animated; `system` asks the device whether
  keys: onOff(true), // whether single letters are shortcuts
  premove: onOff(true), // whether a move can be entered in advance
  vibration: onOff(true), // on captures, where the device can
  touch: onOff(false), // whether a piece that was picked up must move (`touched`)
  language: { usual: 'system', accepts: isLanguage }, // a name of `LANGUAGES`; `system` for the browser's own
};

/** `lines`: how many lines the analysis shows, by game, if the player has chosen. */
export type Settings = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['usual'] } & {
  lines: Record<string, number>;
};

/** Settings from the store. A value that is not one of the choices is replaced by the default. */
export function settings(stored: unknown): Settings {
  const given = fields(stored);
  const taken = Object.entries(SETTINGS).map(([name, { usual, accepts }]) => {
    return [name, accepts(given[name]) ? given[name] : usual];
  });
  return { ...Object.fromEntries(taken), lines: recordOf<number>(given.lines, oneOf([1, 2, 3, ALL])) };
}

/** Whether the page is drawn with high contrast. */
export const isPlain = ({ contrast }: Pick<Settings, 'contrast'>) =>
  contrast === 'more' || (contrast === 'system' && plainScreen().matches);

export const MAX_LISTED = 3; // the most lines that are shown with all their moves

/** How many lines the analysis shows: one unless chosen; in a game with points every move, because they are exact. */
export const linesOf = ({ settings, meta }: { settings: Settings; meta: Pick<Meta, 'key' | 'points'> }) =>
  settings.lines[meta.key] ?? (meta.points ? ALL : 1);
