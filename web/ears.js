/**
 * Listens to the state for what should be heard. The sounds themselves are fetched at the first gesture; until then
 * there is silence.
 *
 * @import { Sound, Speaker } from './sound.js'
 * @import { State } from './state.js'
 * @import { Table } from './table.js'
 */

import { left } from './clock.js';
import { look } from './state.js';
import { follow } from './turn.js';

/** From here on every second of a person's clock is heard. */
const LAST = 10;

/** @param {Table} table */
export function ears(table) {
  const { page } = table;
  /** @type {{ speaker: Speaker, endingOf: (state: State) => Sound } | null} */
  let sound = null;
  let fetched = false;

  const fetchSound = () => {
    if (fetched) return;
    fetched = true;
    import('./sound.js').then(
      ({ Speaker, endingOf }) => {
        sound = { speaker: new Speaker(page.state), endingOf };
        table.speaker = sound.speaker;
      },
      () => {
        fetched = false;
      },
    );
  };
  addEventListener('pointerdown', fetchSound, { passive: true });
  addEventListener('keydown', fetchSound);

  let landed = 0;
  /** @type {State['match']} */
  let known = null;

  page.show((state) => {
    const { draft, match, motion, pending } = state;
    const legs = draft.length - 1;
    if (match && legs > landed && legs > 0) {
      const move = match.moves.find((one) => one.path.join() === draft.join());
      const captured = move?.captured ?? follow(match.moves, draft).captured;
      const leg = motion ? motion.leg : 0;
      for (let at = landed; at < legs; at++) {
        const kind = captured.length > at || (move && captured.length && legs === 1) ? 'capture' : 'move';
        sound?.speaker.play(kind, look(state).pieces, (at - landed + 1) * leg * 0.9);
      }
      if (pending && move?.crowns) sound?.speaker.play('crown', look(state).pieces, (legs - landed) * leg);
    }
    landed = Math.max(0, legs);
    if (match !== known) {
      const over = match?.outcome && !known?.outcome && known?.game === match.game;
      known = match;
      if (sound && over) sound.speaker.play(sound.endingOf(state));
    }
  });

  let second = LAST;
  setInterval(() => {
    const { state } = page;
    const { match, players, turn } = state;
    if (!match?.clock || !turn || match.outcome || players[match.side]) {
      second = LAST;
      return;
    }
    const now = Math.ceil(left(state, match.side) ?? LAST);
    if (now < second && now > 0) sound?.speaker.play('low');
    second = Math.min(LAST, now);
  }, 200);
}
