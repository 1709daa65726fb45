/**
 * The computer's opponents on the page: their faces as pictures, and what is said of them.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { Meta } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 */

import { face } from '../board/faces.js';
import { make } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { inWords, opponentName, opponentSight } from '../state/opponents.js';
import { ownSide } from '../state/result.js';
import { look, other, REMOTE } from '../state/state.js';

/**
 * The face of an opponent; without a side, on the piece of the side that the computer usually plays.
 *
 * @param {State} state
 * @param {Meta} meta
 * @param {number} level
 * @param {number} wide in CSS pixels
 * @param {Side} side
 */
export function portrait(state, meta, level, wide, side = other(meta.first)) {
  const ratio = Math.max(1, Math.min(3, devicePixelRatio || 1));
  const picture = face(meta.key, level, look(state, meta).pieces, side, Math.round(wide * ratio));
  const canvas = make('canvas', {
    class: 'portrait',
    width: picture.width,
    height: picture.height,
    'aria-hidden': 'true',
  });
  canvas.style.width = `${wide}px`;
  canvas.style.height = `${wide}px`;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas;
}

/** How an opponent is called: the name, else the level's. @param {Meta} meta @param {number} level */
export const calledOpponent = (meta, level) => opponentName(meta.key, level) || t('opponents.level', { level });

/** An opponent with the level: "Poppy, level 4". @param {Meta} meta @param {number} level */
export function rankedOpponent(meta, level) {
  const name = opponentName(meta.key, level);
  return name ? t('opponents.ranked', { name, level }) : t('opponents.level', { level });
}

/** What a side is called: the player, a level of the computer, a friend; empty for two people. @param {State} state @param {Side} side */
export function whoPlays({ players, meta }, side) {
  const level = players[side];
  if (level > 0) return rankedOpponent(meta, level);
  if (level === REMOTE) return t('player.remote');
  return ownSide({ players }) === side ? t('player.you') : '';
}

/** An opponent's character in a sentence. @param {number} level */
export const character = (level) => t(`opponent.character.${level}`);

/** How a level plays: what it sees and what it misses. @param {Meta} meta @param {number} level */
export function manner(meta, level) {
  const sight = opponentSight(meta.key, level);
  if (!sight) return t('opponent.full');
  const depth = t('opponent.depth', { n: sight.depth });
  return sight.blind
    ? t('opponent.blind', { depth, ...inWords(sight.blind) })
    : t('opponent.error.points', { depth, n: Math.round(sight.error * 10) / 10 });
}
