/**
 * Draws the pictures by which Saltus is announced elsewhere, with the page's own board and pieces, and puts them into the
 * document as `data:` addresses: py/bundle/pictures.py reads them from there.
 */

import { centre, fit, pieces } from '../../../web/board/geometry.ts';
import { picture } from '../../../web/board/pieces.ts';
import { board } from '../../../web/board/textures.ts';

const PAPER = '#f6f1e7';
const INK = '#2a2622';
const SOFT = '#665c51';
const QUALITY = 0.9;
const TAGLINE = 'Five games of the leap';

/** Positions: one of which the middle is seen, one of which the upper half is. */
const MIDDLE = ['.b.b...b', 'b...b.b.', '.b.b.b..', '..b...b.', '.w...w..', '..w.w...', '.w...w.w', 'w.w.B.w.'];
const UPPER = ['.b.b...W', 'b...b.b.', '.w.b....', 'b.w...w.', '.w.w.b..', 'w...w...', '.....w.w', 'w.w...w.'];

/** A piece of each game, in the order of the games. */
const ROW_OF_PIECES = [
  ['roman', 'w'],
  ['draughts', 'b'],
  ['rock', 'w'],
  ['gambit', 'b'],
  ['draughts', 'W'],
];

interface Meta {
  files: number;
  ranks: number;
  squares: string[];
  numbered: boolean;
  key: string;
  style: string;
}

/**
 * A board with its frame.
 *
 * @param side in pixels
 */
function table(
  context: CanvasRenderingContext2D,
  meta: Meta,
  rows: string[],
  left: number,
  top: number,
  side: number,
) {
  const frame = Math.round(side * 0.035);
  const layout = fit(meta, side, side, frame, { turned: false }, 2);
  context.save();
  context.shadowColor = 'rgba(60, 40, 20, 0.45)';
  context.shadowBlur = side * 0.05;
  context.shadowOffsetY = side * 0.015;
  context.drawImage(board(layout, meta, 'oak', { coordinates: false, numbers: false }), left, top);
  context.restore();
  for (const [square, letter] of pieces(rows)) {
    const [x, y] = centre(layout, square);
    const image = picture(meta.style, letter, layout.cell);
    context.drawImage(image, Math.round(left + x - image.width / 2), Math.round(top + y - image.height / 2));
  }
}

/**
 * The name, what it is, and a piece of each game.
 *
 * @param x the left edge of the name
 * @param y its base line
 * @param size of its type, in pixels
 */
function title(context: CanvasRenderingContext2D, x: number, y: number, size: number) {
  context.textBaseline = 'alphabetic';
  context.fillStyle = INK;
  context.strokeStyle = INK;
  context.font = `${size}px "Saltus Display"`;
  context.lineWidth = size * 0.014;
  context.fillText('Saltus', x, y);
  context.strokeText('Saltus', x, y);
  const width = context.measureText('Saltus').width;
  context.fillStyle = SOFT;
  context.font = `${size * 0.282}px "Saltus Display"`;
  context.fillText(TAGLINE, x + size * 0.03, y + size * 0.48);
  return width;
}

function row(context: CanvasRenderingContext2D, x: number, y: number, cell: number) {
  ROW_OF_PIECES.forEach(([style, letter], index) => {
    const image = picture(style, letter, cell);
    context.drawImage(image, Math.round(x + index * cell * 1.02 - (image.width - cell) / 2), Math.round(y));
  });
}

/** How each picture is drawn, by its name: its size, and what is on it. */
const PICTURES = {
  /** Beside a link, as other sites show it. */
  share: {
    width: 1200,
    height: 630,
    draw: (context: CanvasRenderingContext2D, meta: Meta) => {
      table(context, meta, MIDDLE, 540, -60, 750);
      title(context, 72, 278, 150);
      row(context, 66, 408, 86);
    },
  },
  /** The cover on itch.io. */
  cover: {
    width: 630,
    height: 500,
    draw: (context: CanvasRenderingContext2D, meta: Meta) => {
      table(context, meta, UPPER, 10, 172, 610);
      title(context, 34, 104, 104);
      row(context, 340, 52, 52);
    },
  },
};

const face = new FontFace('Saltus Display', 'url(../../../web/fonts/saltus-display.woff2)');
document.fonts.add(await face.load());
const { games } = await (await fetch('/games.json')).json();
const english = games.find((meta: Meta) => meta.key === 'english');
for (const [name, { width, height, draw }] of Object.entries(PICTURES)) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  draw(context, english);
  const image = document.createElement('img');
  image.id = name;
  image.src = canvas.toDataURL('image/jpeg', QUALITY);
  document.body.append(image);
}
