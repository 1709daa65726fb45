/** What is said of the computer's opponents. */

import { t } from '../lib/i18n.ts';
import type { Side } from '../protocol.d.ts';
import type { Meta } from '../state/game.d.ts';
import { inWords, opponentRating } from '../state/opponents.ts';
import { ownSide } from '../state/result.ts';
import { REMOTE, recordedName, type State } from '../state/state.ts';

export const calledOpponent = (level: number) => t(`opponent.${level}`);

/** An opponent with the level: "Cat, level 4". */
export const rankedOpponent = (level: number) => t('opponents.ranked', { name: calledOpponent(level), level });

/** What a side is called: you, a level of the computer, a friend; of two people the name in the record, else empty. */
export function whoPlays(state: State, side: Side) {
  const { players } = state;
  const level = players[side];
  if (level > 0) return rankedOpponent(level);
  if (level === REMOTE) return t('player.remote');
  return ownSide({ players }) === side ? t('player.you') : recordedName(state, side);
}

/** The level and the rating of an opponent, as far as that was measured. */
export const strengthOf = ({ key }: Meta, level: number) =>
  [t('opponents.level', { level }), opponentRating(key, level)?.rating].filter(Boolean).join(' · ');

export const character = (level: number) => t(`opponent.character.${level}`);

/** How a level plays: what it sees and what it misses. */
export function manner(meta: Meta, level: number) {
  const sight = meta.ladder[level - 1]?.sight;
  if (!sight) return t('opponent.full');
  const depth = t('opponent.depth', { n: sight.depth });
  return sight.blindness
    ? t('opponent.blind', { depth, ...inWords(sight.blindness) })
    : t('opponent.error.points', { depth, n: Math.round(sight.noise / 10) / 10 });
}
