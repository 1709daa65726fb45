/** The settings: what they are, and which stored values are accepted. */

import { isLanguage } from '../lib/i18n.ts';
import { fields, flag, number, oneOf, recordOf } from '../lib/shape.ts';
import type { Meta } from './game.d.ts';

/** Boards: keys of `MATERIALS` in `board/materials.ts`. */
export const BOARDS = ['oak', 'slate', 'mosaic'];

/** Sets of pieces: each game's own, or one of `SHAPES` in `board/shapes.ts` for all games. */
export const SETS = ['own', 'draughts', 'rock', 'roman', 'flat'];

/** The board and the pieces for high contrast. */
export const PLAIN = { board: 'plain', pieces: 'flat' };

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  board: string; // one of `BOARDS`
  pieces: string; // one of `SETS`
  contrast: 'system' | 'more' | 'normal'; // `system` asks the device
  sound: boolean;
  volume: number; // 0 to 1
  speed: 'slow' | 'normal' | 'fast'; // of the computer against itself
  coordinates: boolean; // whether the frame shows the letters and numbers of files and ranks
  numbers: boolean; // whether squares show their numbers, in games that number them
  motion: 'system' | 'slow' | 'on' | 'fast' | 'off'; // how pieces are animated; `system` asks the device whether
  keys: boolean; // whether single letters are shortcuts
  touch: boolean; // whether a piece that was picked up must move (`touched`)
  lines: Record<string, number>; // how many lines the analysis shows, by game, if the player has chosen
  language: string; // a name of `LANGUAGES`; `system` for the browser's own
}

/** In `lines`: a line for every legal move. */
export const ALL = 200;

/** What each setting is at first, and which stored values are accepted in its place. */
const SETTINGS: { [Name in Exclude<keyof Settings, 'lines'>]: [Settings[Name], (value: unknown) => boolean] } = {
  theme: ['system', oneOf(['light', 'dark'])],
  board: ['oak', oneOf(BOARDS)],
  pieces: ['own', oneOf(SETS)],
  contrast: ['system', oneOf(['more', 'normal'])],
  sound: [true, flag],
  volume: [0.6, (value) => number(value) && value >= 0 && value <= 1],
  speed: ['normal', oneOf(['slow', 'fast'])],
  coordinates: [true, flag],
  numbers: [true, flag],
  motion: ['system', oneOf(['slow', 'on', 'fast', 'off'])],
  keys: [true, flag],
  touch: [false, flag],
  language: ['system', isLanguage],
};

/** Settings from the store. A value that is not one of the choices is replaced by the default. */
export function settings(stored: unknown): Settings {
  const given = fields(stored);
  const taken = Object.entries(SETTINGS).map(([name, [usual, accepts]]) => [
    name,
    accepts(given[name]) ? given[name] : usual,
  ]);
  return { ...Object.fromEntries(taken), lines: recordOf<number>(given.lines, oneOf([1, 2, 3, ALL])) };
}

/** How many lines the analysis shows: one unless chosen; in a game with points every move, because they are exact. */
export const linesOf = ({ settings, meta }: { settings: Settings; meta: Pick<Meta, 'key' | 'points'> }) =>
  settings.lines[meta.key] ?? (meta.points ? ALL : 1);
