/** The settings: what they are, and which stored values are accepted. */

import { isLanguage } from '../lib/i18n.ts';
import type { Meta } from './game.d.ts';
import { BOARDS, SETS } from './looks.ts';

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
  touch: boolean; // whether a piece that was picked up must move (`touch.ts`)
  lines: Record<string, number>; // how many lines the analysis shows, by game, if the player has chosen
  language: string; // a name of `LANGUAGES`; `system` for the browser's own
}

const SETTINGS: Settings = {
  theme: 'system',
  board: 'oak',
  pieces: 'own',
  contrast: 'system',
  sound: true,
  volume: 0.6,
  speed: 'normal',
  coordinates: true,
  numbers: true,
  motion: 'system',
  keys: true,
  touch: false,
  lines: {},
  language: 'system',
};

/** Settings from the store. A value that is not one of the choices is replaced by the default. */
export function settings(stored: unknown): Settings {
  const given = (stored && typeof stored === 'object' ? stored : {}) as Partial<Settings>;
  const take = <Name extends keyof Settings>(
    name: Name,
    fits: (value: Settings[Name]) => boolean,
  ): Settings[Name] => {
    const value = given[name];
    return value !== undefined && fits(value) ? value : SETTINGS[name];
  };
  const either = (value: unknown) => typeof value === 'boolean';
  return {
    theme: take('theme', (value) => ['light', 'dark'].includes(value)),
    board: take('board', (value) => BOARDS.includes(value)),
    pieces: take('pieces', (value) => SETS.includes(value)),
    contrast: take('contrast', (value) => ['more', 'normal'].includes(value)),
    sound: take('sound', either),
    volume: take('volume', (value) => typeof value === 'number' && value >= 0 && value <= 1),
    speed: take('speed', (value) => ['slow', 'fast'].includes(value)),
    coordinates: take('coordinates', either),
    numbers: take('numbers', either),
    motion: take('motion', (value) => ['slow', 'on', 'fast', 'off'].includes(value)),
    keys: take('keys', either),
    touch: take('touch', either),
    lines: counts(given.lines),
    language: take('language', isLanguage),
  };
}

/** In `lines`: a line for every legal move. */
export const ALL = 200;

/** The valid entries of `lines`. */
const counts = (stored: unknown): Record<string, number> =>
  stored && typeof stored === 'object'
    ? Object.fromEntries(Object.entries(stored).filter(([, count]) => [1, 2, 3, ALL].includes(count)))
    : {};

/**
 * How many lines the analysis shows in the current game. The default is one; in a game with points it is every move,
 * because the exact points of each can be computed.
 */
export const linesOf = ({ settings, meta }: { settings: Settings; meta: Pick<Meta, 'key' | 'points'> }) =>
  settings.lines[meta.key] ?? (meta.points ? ALL : 1);
