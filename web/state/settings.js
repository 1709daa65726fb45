/**
 * The settings: what they are, and which stored values are accepted.
 *
 * @import { Meta } from '../types.d.ts'
 */

import { isLanguage } from '../lib/i18n.js';
import { BOARDS, SETS } from './looks.js';

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {string} board one of `BOARDS`
 * @property {string} pieces one of `SETS`
 * @property {'system' | 'more' | 'normal'} contrast `system` asks the device
 * @property {boolean} sound
 * @property {number} volume 0 to 1
 * @property {'slow' | 'normal' | 'fast'} speed of the computer against itself
 * @property {boolean} coordinates whether the frame shows the letters and numbers of files and ranks
 * @property {boolean} numbers whether squares show their numbers, in games that number them
 * @property {'system' | 'slow' | 'on' | 'fast' | 'off'} motion how pieces are animated; `system` asks the device whether
 * @property {boolean} keys whether single letters are shortcuts
 * @property {boolean} touch whether a piece that was picked up must move (`touch.js`)
 * @property {Record<string, number>} lines how many lines the analysis shows, by game, if the player has chosen
 * @property {string} language a name of `LANGUAGES`; `system` for the browser's own
 */

/** @type {Settings} */
const SETTINGS = {
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

/**
 * Settings from the store. A value that is not one of the choices is replaced by the default.
 *
 * @param {unknown} stored
 * @returns {Settings}
 */
export function settings(stored) {
  const given = /** @type {Partial<Settings>} */ (stored && typeof stored === 'object' ? stored : {});
  /**
   * @template {keyof Settings} Name
   * @param {Name} name
   * @param {(value: Settings[Name]) => boolean} fits
   * @returns {Settings[Name]}
   */
  const take = (name, fits) => {
    const value = given[name];
    return value !== undefined && fits(value) ? value : SETTINGS[name];
  };
  /** @param {unknown} value */
  const either = (value) => typeof value === 'boolean';
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

/** The valid entries of `lines`. @param {unknown} stored @returns {Record<string, number>} */
const counts = (stored) =>
  stored && typeof stored === 'object'
    ? Object.fromEntries(Object.entries(stored).filter(([, count]) => [1, 2, 3, ALL].includes(count)))
    : {};

/**
 * How many lines the analysis shows in the current game. The default is one; in a game with points it is every move,
 * because the exact points of each can be computed.
 *
 * @param {{ settings: Settings, meta: Pick<Meta, 'key' | 'points'> }} state
 */
export const linesOf = ({ settings, meta }) => settings.lines[meta.key] ?? (meta.points ? ALL : 1);
