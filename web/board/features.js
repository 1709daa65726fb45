/**
 * What a face on a piece is made of: hair, headgear, eyes, mouths and beards, each drawn by a function of its name.
 *
 * The radius of the piece is the unit and its middle the origin, as in shapes.js. Everything is drawn large: a face has
 * to be told from nine others at 32 pixels.
 *
 * @import { Context } from './shapes.js'
 */

import { circle, crownOn, fall, SHAPES } from './shapes.js';

/**
 * The colours of a face: the lines on the piece, the white and the dark of an eye, hair, and cloth.
 *
 * @typedef {object} Paint
 * @property {string} line
 * @property {string} white
 * @property {string} pupil
 * @property {string} hair
 * @property {string} cloth
 * @property {string} lip
 */

/** Half the distance between the eyes, and how high they are. */
const EYE_X = 0.33;
const EYE_Y = -0.02;
const MOUTH_Y = 0.46;
const LINE = 0.085;

/** @param {Context} c @param {string} colour @param {number} width @param {(path: Path2D) => void} draw */
function stroke(c, colour, width, draw) {
  const path = new Path2D();
  draw(path);
  c.lineCap = 'round';
  c.lineJoin = 'round';
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke(path);
}

/** @param {Context} c @param {string | CanvasGradient} colour @param {(path: Path2D) => void} draw */
function fill(c, colour, draw) {
  const path = new Path2D();
  draw(path);
  path.closePath();
  c.fillStyle = colour;
  c.fill(path);
}

/** @param {Context} c @param {(way: number) => void} draw draws an eye around the origin: -1 the left one, 1 the right one */
const eachEye = (c, draw) => {
  for (const way of [-1, 1]) {
    c.save();
    c.translate(way * EYE_X, EYE_Y);
    draw(way);
    c.restore();
  }
};

/** @typedef {(c: Context, paint: Paint) => void} Feature */

/** @type {Feature} */
const roundEyes = (c, paint) =>
  eachEye(c, () => {
    c.fillStyle = paint.white;
    c.fill(circle(0.17));
    c.fillStyle = paint.pupil;
    c.fill(circle(0.1, 0.02, 0.02));
    c.fillStyle = '#fff';
    c.fill(circle(0.035, -0.02, -0.03));
  });

/** @type {Record<string, Feature>} */
export const EYES = {
  round: roundEyes,
  dots: (c, paint) =>
    eachEye(c, () => {
      c.fillStyle = paint.line;
      c.fill(circle(0.1));
    }),
  happy: (c, paint) =>
    eachEye(c, () => stroke(c, paint.line, LINE * 1.1, (p) => p.arc(0, 0.07, 0.14, Math.PI * 1.1, Math.PI * 1.9))),
  sleepy: (c, paint) =>
    eachEye(c, () => {
      fill(c, paint.white, (p) => p.arc(0, -0.02, 0.16, 0, Math.PI));
      fill(c, paint.pupil, (p) => p.arc(0, -0.02, 0.09, 0, Math.PI));
      stroke(c, paint.line, LINE, (p) => {
        p.moveTo(-0.18, -0.02);
        p.lineTo(0.18, -0.02);
      });
    }),
  sly: (c, paint) =>
    eachEye(c, (way) => {
      fill(c, paint.white, (p) => p.ellipse(0, 0, 0.18, 0.1, way * 0.2, 0, 2 * Math.PI));
      c.fillStyle = paint.pupil;
      c.fill(circle(0.085, 0.06, 0));
    }),
  glasses: (c, paint) => {
    eachEye(c, () => {
      fill(c, paint.white, (p) => p.arc(0, 0, 0.23, 0, 2 * Math.PI));
      c.fillStyle = paint.pupil;
      c.fill(circle(0.085, 0, 0.02));
      stroke(c, paint.cloth, LINE, (p) => p.arc(0, 0, 0.24, 0, 2 * Math.PI));
    });
    stroke(c, paint.cloth, LINE, (p) => {
      p.moveTo(-0.09, EYE_Y - 0.02);
      p.lineTo(0.09, EYE_Y - 0.02);
    });
  },
  monocle: (c, paint) => {
    roundEyes(c, paint);
    stroke(c, '#d9a441', LINE * 0.9, (p) => {
      p.arc(EYE_X, EYE_Y, 0.25, 0, 2 * Math.PI);
      p.moveTo(EYE_X + 0.22, EYE_Y + 0.12);
      p.quadraticCurveTo(0.66, 0.4, 0.56, 0.68);
    });
  },
};

/** @type {Record<string, Feature>} */
export const BROWS = {
  soft: (c, paint) =>
    eachEye(c, () => stroke(c, paint.hair, LINE, (p) => p.arc(0, 0.04, 0.28, Math.PI * 1.25, Math.PI * 1.75))),
  raised: (c, paint) =>
    eachEye(c, (way) =>
      stroke(c, paint.hair, LINE, (p) => p.arc(0, way > 0 ? -0.06 : 0.04, 0.27, Math.PI * 1.25, Math.PI * 1.75)),
    ),
  stern: (c, paint) =>
    eachEye(c, (way) =>
      stroke(c, paint.hair, LINE * 1.2, (p) => {
        p.moveTo(way * 0.2, -0.32);
        p.lineTo(-way * 0.16, -0.2);
      }),
    ),
  bushy: (c, paint) =>
    eachEye(c, (way) =>
      stroke(c, paint.hair, LINE * 1.9, (p) => {
        p.moveTo(way * 0.2, -0.24);
        p.quadraticCurveTo(way * 0.06, -0.36, -way * 0.14, -0.26);
      }),
    ),
  none: () => {},
};

/** @type {Record<string, Feature>} */
export const NOSES = {
  button: (c, paint) => stroke(c, paint.line, LINE * 0.8, (p) => p.arc(0, 0.14, 0.08, 0.1 * Math.PI, 0.9 * Math.PI)),
  long: (c, paint) =>
    stroke(c, paint.line, LINE * 0.8, (p) => {
      p.moveTo(-0.02, -0.02);
      p.lineTo(-0.09, 0.24);
      p.lineTo(0.06, 0.25);
    }),
  none: () => {},
};

/** @type {Record<string, Feature>} */
export const MOUTHS = {
  smile: (c, paint) =>
    stroke(c, paint.line, LINE, (p) => p.arc(0, MOUTH_Y - 0.2, 0.28, 0.2 * Math.PI, 0.8 * Math.PI)),
  grin: (c, paint) => {
    fill(c, paint.line, (p) => p.arc(0, MOUTH_Y - 0.1, 0.3, 0.02 * Math.PI, 0.98 * Math.PI));
    fill(c, '#fffaf0', (p) => p.roundRect(-0.22, MOUTH_Y - 0.09, 0.44, 0.1, 0.03));
  },
  flat: (c, paint) =>
    stroke(c, paint.line, LINE, (p) => {
      p.moveTo(-0.19, MOUTH_Y);
      p.lineTo(0.19, MOUTH_Y);
    }),
  smirk: (c, paint) =>
    stroke(c, paint.line, LINE, (p) => {
      p.moveTo(-0.2, MOUTH_Y + 0.02);
      p.quadraticCurveTo(0.1, MOUTH_Y + 0.1, 0.25, MOUTH_Y - 0.1);
    }),
  oh: (c, paint) => {
    c.fillStyle = paint.line;
    c.fill(circle(0.11, 0, MOUTH_Y));
  },
  lips: (c, paint) => {
    fill(c, paint.lip, (p) => {
      p.moveTo(-0.2, MOUTH_Y - 0.01);
      p.quadraticCurveTo(-0.08, MOUTH_Y - 0.13, 0, MOUTH_Y - 0.06);
      p.quadraticCurveTo(0.08, MOUTH_Y - 0.13, 0.2, MOUTH_Y - 0.01);
      p.quadraticCurveTo(0, MOUTH_Y + 0.18, -0.2, MOUTH_Y - 0.01);
    });
  },
};

/** Hair that frames a face: a cap from ear to ear, whose lower edge has its lowest point at `low`. @type {(low: number, edge: number) => (path: Path2D) => void} */
const cap = (low, edge) => (p) => {
  p.moveTo(-1.2, edge);
  p.lineTo(-1.2, -1.2);
  p.lineTo(1.2, -1.2);
  p.lineTo(1.2, edge);
  p.quadraticCurveTo(0.72, low, 0, low);
  p.quadraticCurveTo(-0.72, low, -1.2, edge);
};

/** @type {Record<string, Feature>} */
export const HAIR = {
  none: () => {},
  crop: (c, paint) => fill(c, paint.hair, cap(-0.56, -0.02)),
  part: (c, paint) =>
    fill(c, paint.hair, (p) => {
      p.moveTo(-1.2, 0.1);
      p.lineTo(-1.2, -1.2);
      p.lineTo(1.2, -1.2);
      p.lineTo(1.2, 0.05);
      p.quadraticCurveTo(0.74, -0.1, 0.7, -0.46);
      p.quadraticCurveTo(0.1, -0.4, -0.3, -0.78);
      p.quadraticCurveTo(-0.5, -0.4, -0.78, -0.3);
      p.quadraticCurveTo(-0.8, 0, -1.2, 0.1);
    }),
  curls: (c, paint) => {
    c.fillStyle = paint.hair;
    for (let i = 0; i < 11; i++) {
      const angle = -Math.PI * (0.98 - (i * 0.96) / 10);
      c.fill(circle(0.27, Math.cos(angle) * 0.86, Math.sin(angle) * 0.82 + 0.02));
    }
  },
  bob: (c, paint) =>
    fill(c, paint.hair, (p) => {
      p.moveTo(-1.2, 0.75);
      p.lineTo(-1.2, -1.2);
      p.lineTo(1.2, -1.2);
      p.lineTo(1.2, 0.75);
      p.lineTo(0.7, 0.62);
      p.quadraticCurveTo(0.8, 0, 0.62, -0.4);
      p.lineTo(-0.62, -0.4);
      p.quadraticCurveTo(-0.8, 0, -0.7, 0.62);
    }),
  long: (c, paint) =>
    fill(c, paint.hair, (p) => {
      p.moveTo(-1.2, 1.2);
      p.lineTo(-1.2, -1.2);
      p.lineTo(1.2, -1.2);
      p.lineTo(1.2, 1.2);
      p.lineTo(0.62, 0.85);
      p.quadraticCurveTo(0.86, 0.1, 0.5, -0.36);
      p.quadraticCurveTo(0.2, -0.5, 0, -0.72);
      p.quadraticCurveTo(-0.2, -0.5, -0.5, -0.36);
      p.quadraticCurveTo(-0.86, 0.1, -0.62, 0.85);
    }),
  fringe: (c, paint) =>
    fill(c, paint.hair, (p) => {
      p.moveTo(-1.2, 0.2);
      p.lineTo(-1.2, -1.2);
      p.lineTo(1.2, -1.2);
      p.lineTo(1.2, 0.2);
      p.lineTo(0.8, -0.1);
      for (let i = 0; i < 6; i++) {
        p.lineTo(0.68 - i * 0.27, -0.28);
        p.lineTo(0.55 - i * 0.27, -0.44);
      }
      p.lineTo(-0.8, -0.1);
    }),
  tuft: (c, paint) =>
    fill(c, paint.hair, (p) => {
      p.moveTo(-0.5, -0.78);
      p.quadraticCurveTo(-0.2, -0.5, 0.3, -0.62);
      p.quadraticCurveTo(0.62, -0.75, 0.5, -0.98);
      p.quadraticCurveTo(0.2, -0.8, 0.12, -1.05);
      p.quadraticCurveTo(-0.1, -0.84, -0.26, -1.02);
    }),
  temples: (c, paint) => {
    c.fillStyle = paint.hair;
    for (const way of [-1, 1]) for (const y of [-0.34, -0.1, 0.14]) c.fill(circle(0.2, way * 0.92, y));
  },
};

/** @type {Record<string, Feature>} */
export const BEARDS = {
  none: () => {},
  full: (c, paint) =>
    fill(c, paint.hair, (p) => {
      p.moveTo(-1.2, 0.1);
      p.quadraticCurveTo(-0.66, 0.1, -0.5, 0.3);
      p.quadraticCurveTo(0, 0.12, 0.5, 0.3);
      p.quadraticCurveTo(0.66, 0.1, 1.2, 0.1);
      p.lineTo(1.2, 1.2);
      p.lineTo(-1.2, 1.2);
    }),
  goatee: (c, paint) => fill(c, paint.hair, (p) => p.ellipse(0, 0.78, 0.24, 0.22, 0, 0, 2 * Math.PI)),
  moustache: (c, paint) =>
    fill(c, paint.hair, (p) => {
      p.moveTo(0, 0.24);
      p.quadraticCurveTo(0.36, 0.2, 0.5, 0.42);
      p.quadraticCurveTo(0.2, 0.46, 0, 0.36);
      p.quadraticCurveTo(-0.2, 0.46, -0.5, 0.42);
      p.quadraticCurveTo(-0.36, 0.2, 0, 0.24);
    }),
  handlebar: (c, paint) =>
    stroke(c, paint.hair, LINE * 1.7, (p) => {
      p.moveTo(-0.58, 0.16);
      p.quadraticCurveTo(-0.5, 0.42, 0, 0.28);
      p.quadraticCurveTo(0.5, 0.42, 0.58, 0.16);
    }),
  stubble: (c, paint) => {
    c.save();
    c.globalAlpha = 0.32;
    BEARDS.full(c, paint);
    c.restore();
  },
};

/**
 * What lies over the top of the head, down to `low` in the middle and to `edge` at the ears. It is a little wider than
 * the piece.
 *
 * @param {Context} c
 * @param {string | CanvasGradient} colour
 * @param {number} low
 * @param {number} edge
 */
function drape(c, colour, low, edge) {
  c.save();
  c.clip(circle(1.07));
  fill(c, colour, cap(low, edge));
  c.restore();
}

/** What stands out over the edge of the piece is drawn without its outline. @type {Record<string, Feature>} */
export const HATS = {
  none: () => {},
  laurel: (c, paint) => {
    for (const way of [-1, 1]) {
      for (let i = 0; i < 5; i++) {
        const angle = -Math.PI / 2 + way * (0.16 + i * 0.26);
        c.save();
        c.translate(Math.cos(angle) * 0.84, Math.sin(angle) * 0.78);
        c.rotate(angle + Math.PI / 2 + way * 0.9);
        fill(c, i % 2 ? '#6f9a4a' : '#557f3a', (p) => p.ellipse(0, 0, 0.1, 0.23, 0, 0, 2 * Math.PI));
        c.restore();
      }
    }
    c.fillStyle = paint.cloth;
    c.fill(circle(0.09, 0, -0.82));
  },
  crown: (c) => {
    c.save();
    c.translate(0, -0.72);
    c.scale(0.95, 0.72);
    crownOn(c, { ...SHAPES.draughts.b, metal: ['#ffe9a8', '#d79b2e', '#5b3a08'] });
    c.restore();
  },
  flatcap: (c, paint) => {
    drape(c, paint.cloth, -0.5, -0.36);
    fill(c, '#00000040', (p) => p.roundRect(-0.62, -0.6, 1.24, 0.12, 0.06));
    fill(c, paint.cloth, (p) => p.roundRect(-0.72, -0.56, 1.1, 0.15, 0.07));
  },
  scarf: (c, paint) => {
    drape(c, paint.cloth, -0.5, -0.26);
    c.fillStyle = '#fff6dd';
    for (const [x, y] of [
      [-0.5, -0.72],
      [0, -0.82],
      [0.5, -0.72],
      [-0.26, -0.62],
      [0.26, -0.62],
    ])
      c.fill(circle(0.07, x, y));
  },
  helmet: (c, paint) => {
    drape(c, fall(c, -1, -0.3, '#f0d48a', '#a8782c'), -0.4, 0.1);
    fill(c, '#7d561c', (p) => p.roundRect(-0.07, -0.44, 0.14, 0.4, 0.06));
    stroke(c, paint.cloth, 0.26, (p) => p.arc(0, -0.1, 0.86, Math.PI * 1.22, Math.PI * 1.78));
  },
  wool: (c, paint) => {
    drape(c, paint.cloth, -0.42, -0.2);
    c.fillStyle = '#ffffff2e';
    for (let i = 0; i < 9; i++) c.fill(circle(0.1, -0.6 + (i % 5) * 0.3 + (i < 5 ? 0 : 0.15), i < 5 ? -0.58 : -0.8));
  },
  beret: (c, paint) => {
    fill(c, paint.cloth, (p) => p.ellipse(0.14, -0.74, 0.84, 0.36, 0.16, 0, 2 * Math.PI));
    stroke(c, paint.cloth, 0.1, (p) => {
      p.moveTo(0.2, -1.05);
      p.lineTo(0.26, -1.18);
    });
  },
  bowler: (c, paint) => {
    fill(c, paint.cloth, (p) => p.ellipse(0, -0.72, 0.62, 0.5, 0, Math.PI, 2 * Math.PI));
    fill(c, paint.cloth, (p) => p.roundRect(-0.92, -0.76, 1.84, 0.18, 0.09));
    fill(c, '#00000045', (p) => p.rect(-0.61, -0.86, 1.22, 0.1));
  },
  straw: (c, paint) => {
    fill(c, '#e3bd62', (p) => p.ellipse(0, -0.66, 1.06, 0.24, 0, 0, 2 * Math.PI));
    fill(c, '#f0d284', (p) => p.ellipse(0, -0.76, 0.6, 0.4, 0, Math.PI, 2 * Math.PI));
    fill(c, paint.cloth, (p) => p.rect(-0.59, -0.84, 1.18, 0.13));
  },
  turban: (c, paint) => {
    drape(c, paint.cloth, -0.44, -0.12);
    stroke(c, '#ffffff55', 0.07, (p) => {
      p.moveTo(-0.9, -0.3);
      p.quadraticCurveTo(-0.2, -0.5, 0.3, -1.02);
      p.moveTo(0.9, -0.3);
      p.quadraticCurveTo(0.3, -0.5, -0.3, -1.02);
    });
    c.fillStyle = '#d9a441';
    c.fill(circle(0.12, 0, -0.54));
  },
  flowers: (c) => {
    for (const [x, y, colour] of /** @type {[number, number, string][]} */ ([
      [-0.72, -0.5, '#d9567a'],
      [-0.38, -0.76, '#f2b33d'],
      [0, -0.86, '#e6e0f5'],
      [0.38, -0.76, '#d9567a'],
      [0.72, -0.5, '#f2b33d'],
    ])) {
      c.fillStyle = colour;
      for (let i = 0; i < 5; i++)
        c.fill(circle(0.09, x + Math.cos(i * 1.257) * 0.11, y + Math.sin(i * 1.257) * 0.11));
      c.fillStyle = '#6b4a12';
      c.fill(circle(0.06, x, y));
    }
  },
  flower: (c, paint) => {
    c.fillStyle = paint.cloth;
    for (let i = 0; i < 5; i++)
      c.fill(circle(0.13, 0.6 + Math.cos(i * 1.257) * 0.15, -0.6 + Math.sin(i * 1.257) * 0.15));
    c.fillStyle = '#f7d774';
    c.fill(circle(0.09, 0.6, -0.6));
  },
  bow: (c, paint) => {
    for (const way of [-1, 1])
      fill(c, paint.cloth, (p) => {
        p.moveTo(0, -0.84);
        p.lineTo(way * 0.42, -1.06);
        p.lineTo(way * 0.42, -0.62);
      });
    c.fillStyle = paint.cloth;
    c.fill(circle(0.13, 0, -0.84));
  },
  bun: (c, paint) => {
    c.fillStyle = paint.hair;
    c.fill(circle(0.34, 0, -0.94));
    stroke(c, paint.cloth, 0.1, (p) => p.arc(0, -0.94, 0.3, 0.2 * Math.PI, 0.8 * Math.PI));
  },
  band: (c, paint) => stroke(c, paint.cloth, 0.2, (p) => p.arc(0, 0.5, 1.22, Math.PI * 1.24, Math.PI * 1.76)),
  plaits: (c, paint) => {
    for (const way of [-1, 1]) {
      c.fillStyle = paint.hair;
      for (let i = 0; i < 4; i++) c.fill(circle(0.17, way * 0.86, 0.2 + i * 0.22));
      c.fillStyle = paint.cloth;
      c.fill(circle(0.12, way * 0.86, 0.98));
    }
  },
  tiara: (c, paint) => {
    stroke(c, '#e2b54c', 0.12, (p) => p.arc(0, 0.3, 1.02, Math.PI * 1.24, Math.PI * 1.76));
    fill(c, '#e2b54c', (p) => {
      p.moveTo(-0.3, -0.68);
      p.lineTo(0, -1.1);
      p.lineTo(0.3, -0.68);
    });
    c.fillStyle = paint.cloth;
    c.fill(circle(0.11, 0, -0.78));
  },
};
