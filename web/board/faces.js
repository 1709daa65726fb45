/**
 * The faces of the computer's opponents: pieces of their game with a face on, drawn once for each size and kept. A face
 * is drawn on the piece of the side that the opponent plays.
 *
 * @import { Context } from './shapes.js'
 */

import { BEARDS, BROWS, EYES, HAIR, HATS, MOUTHS, NOSES } from './features.js';
import { blank } from './pieces.js';
import { circle } from './shapes.js';

/** Hair by one letter: black, brown, red, fair, grey, white. @type {Record<string, string>} */
const HAIR_COLOURS = { k: '#43332c', n: '#7d4c2b', r: '#bd5a2c', f: '#dcb25a', g: '#a8a196', w: '#ece7dc' };

/** Hair that would not be seen on the pieces of a side. @type {Record<string, Record<string, string>>} */
const HAIR_ON = { w: { w: '#c6c0b6' }, b: { k: '#8b7868' } };

/** Cloth by one letter. @type {Record<string, string>} */
const CLOTH_COLOURS = {
  b: '#3f6fa3',
  r: '#b8433a',
  g: '#4f8a5b',
  y: '#d9a441',
  p: '#7c5497',
  k: '#3d3a44',
  w: '#e9e0cf',
  o: '#cf7434',
  n: '#7d5a3c',
};

/**
 * The faces of each game's opponents from level 1 to 10: hair and its colour, eyes, brows, nose, mouth, beard, what is
 * worn on the head, and its colour.
 *
 * @type {Record<string, string[]>}
 */
const FACES = {
  english: [
    'tuft r round raised button grin none none b',
    'fringe f dots soft button smile none bow r',
    'crop n dots bushy long smile none flatcap g',
    'long r happy soft button lips none flower p',
    'temples g glasses bushy long smile moustache none k',
    'bob n round raised button lips none band b',
    'crop r sly stern long smirk full none k',
    'part g glasses soft long lips none bun p',
    'none g sleepy stern button flat handlebar bowler k',
    'part w round stern long flat none crown y',
  ],
  italian: [
    'curls k round raised button oh none none r',
    'fringe n happy soft button grin none plaits r',
    'none n dots bushy long grin moustache straw r',
    'bob k round soft button lips none flower o',
    'crop k sly bushy long smirk stubble flatcap b',
    'long f sleepy raised long lips none none p',
    'temples g glasses stern long flat goatee none g',
    'part r round soft button smile none tiara g',
    'long w dots bushy long flat full beret p',
    'long k sly stern long smirk none crown y',
  ],
  roman: [
    'crop n round raised button grin none none r',
    'curls r dots soft button smile none band y',
    'fringe k sleepy bushy long flat stubble none b',
    'part n round soft button lips none bun r',
    'crop k sly stern long smirk none helmet r',
    'long f happy raised button lips none tiara b',
    'crop g round stern long flat goatee helmet b',
    'curls k sly soft long lips none laurel y',
    'temples w sleepy bushy long flat full none w',
    'curls n round stern long smile full laurel r',
  ],
  rock: [
    'fringe f round raised button grin none none b',
    'none n dots soft button smile none scarf r',
    'crop n happy bushy long grin moustache wool n',
    'long k round soft button lips none flowers r',
    'part n sly soft long smirk goatee none g',
    'bob r glasses raised button lips none none b',
    'none k round bushy long flat full wool k',
    'long k sly stern button lips none scarf p',
    'temples g sleepy stern long flat handlebar none k',
    'long n round stern long flat moustache crown y',
  ],
  gambit: [
    'curls f happy raised button grin none none o',
    'bob k dots none button smile none bow p',
    'part n sly soft button grin none none b',
    'none k round soft button lips none scarf o',
    'crop f sleepy bushy long flat full beret b',
    'fringe w round raised button smile none plaits b',
    'none k sly stern long smirk goatee turban p',
    'part k glasses none button lips none bun r',
    'temples r monocle stern long smirk handlebar none g',
    'long k round stern long lips none crown y',
  ],
};

/** How many pictures are kept. */
const MAX_KEPT = 120;

/** @type {Map<string, HTMLCanvasElement>} */
const drawn = new Map();

/** The radius of the piece in a picture: there is room for the shadow, and for a hat. */
const RADIUS = 0.42;

/** How far what is worn on the head stands out over the piece, in radii. */
const HEADROOM = 0.16;

/**
 * The face of an opponent; of a game that has none, that of the opponent of English checkers.
 *
 * @param {string} game
 * @param {number} level
 * @param {string} style of the piece, a key of `SHAPES`
 * @param {string} side
 * @param {number} size in device pixels
 * @returns {HTMLCanvasElement}
 */
export function face(game, level, style, side, size) {
  const key = `${game} ${level} ${style} ${side} ${size}`;
  const known = drawn.get(key);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const c = /** @type {Context} */ (canvas.getContext('2d'));
  c.translate(size / 2, size / 2);
  c.scale(size * RADIUS, size * RADIUS);
  c.translate(0, HEADROOM / 2);
  const dark = c.createRadialGradient(0, 0.1, 0.7, 0, 0.1, 1.08);
  dark.addColorStop(0, 'rgba(18, 8, 0, 0.5)');
  dark.addColorStop(1, 'rgba(18, 8, 0, 0)');
  c.fillStyle = dark;
  c.fill(circle(1.08, 0, 0.1));
  const outline = blank(c, style, side);
  paint(c, FACES[game]?.[level - 1] ?? FACES.english[level - 1] ?? FACES.english[0], side, outline);
  drawn.set(key, canvas);
  for (const old of [...drawn.keys()].slice(0, -MAX_KEPT)) drawn.delete(old);
  return canvas;
}

/**
 * @param {Context} c
 * @param {string} text a line of `FACES`
 * @param {string} side
 * @param {Path2D} outline of the piece
 */
function paint(c, text, side, outline) {
  const [hair, colour, eyes, brows, nose, mouth, beard, hat, cloth] = text.split(' ');
  const dark = side === 'b';
  const look = {
    line: dark ? '#e9cf9f' : '#4a3020',
    white: dark ? '#fffaf0' : '#fffdf6',
    pupil: '#2a1a10',
    hair: HAIR_ON[side]?.[colour] ?? HAIR_COLOURS[colour],
    cloth: CLOTH_COLOURS[cloth],
    lip: dark ? '#c4705f' : '#b4483c',
  };
  c.save();
  c.clip(outline);
  c.fillStyle = dark ? '#e0796040' : '#d0684a38';
  for (const way of [-1, 1]) {
    c.beginPath();
    c.arc(way * 0.56, 0.26, 0.2, 0, 2 * Math.PI);
    c.fill();
  }
  BEARDS[beard](c, look);
  HAIR[hair](c, look);
  c.restore();
  NOSES[nose](c, look);
  MOUTHS[mouth](c, { ...look, line: beard === 'full' && !dark && 'kn'.includes(colour) ? '#fdf3e0' : look.line });
  EYES[eyes](c, look);
  BROWS[brows](c, look);
  HATS[hat](c, look);
}
