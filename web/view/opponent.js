/**
 * What is said of the computer's opponents.
 *
 * @import { Side } from '../protocol.d.ts'
 * @import { Meta } from '../types.d.ts'
 * @import { State } from '../state/state.js'
 */

import { t } from '../lib/i18n.js';
import { inWords } from '../state/opponents.js';
import { ownSide } from '../state/result.js';
import { REMOTE, recordedName } from '../state/state.js';

/** How an opponent is called. @param {number} level */
export const calledOpponent = (level) => t(`opponent.${level}`);

/** An opponent with the level: "Cat, level 4". @param {number} level */
export const rankedOpponent = (level) => t('opponents.ranked', { name: calledOpponent(level), level });

/**
 * What a side is called: the player, a level of the computer, a friend; of two people the name in the record, else empty.
 *
 * @param {State} state
 * @param {Side} side
 */
export function whoPlays(state, side) {
  const { players } = state;
  const level = players[side];
  if (level > 0) return rankedOpponent(level);
  if (level === REMOTE) return t('player.remote');
  return ownSide({ players }) === side ? t('player.you') : recordedName(state, side);
}

/** An opponent's character in a sentence. @param {number} level */
export const character = (level) => t(`opponent.character.${level}`);

/** How a level plays: what it sees and what it misses. @param {Meta} meta @param {number} level */
export function manner(meta, level) {
  const sight = meta.ladder[level - 1]?.sight;
  if (!sight) return t('opponent.full');
  const depth = t('opponent.depth', { n: sight.depth });
  return sight.blindness
    ? t('opponent.blind', { depth, ...inWords(sight.blindness) })
    : t('opponent.error.points', { depth, n: Math.round(sight.noise / 10) / 10 });
}
