/**
 * Plays sounds when the state changes. The synthesizer is fetched at the first gesture and started when the page is
 * idle after it: starting it can block a browser for a tenth of a second.
 */

import { openAudio, vibrate } from '../lib/capabilities.ts';
import { lazy } from '../lib/lazy.ts';
import { left, runs } from '../state/clock.ts';
import { follow } from '../state/path.ts';
import { everything, look, type Page, type State } from '../state/state.ts';
import type { Sound, Speaker as Synthesizer } from './synth.ts';

const CAPTURE_MS = 25; // how long a capture is felt
const LAST_SECONDS = 10; // during the last seconds of a person's clock, each second has a sound

/** What it returns plays the sound of a move, to hear how loud it is. */
export function playCues(page: Page) {
  let Speaker: typeof Synthesizer | null = null;
  let begun: Synthesizer | null = null;
  const speaker = () => {
    const context = Speaker && !begun ? openAudio() : null;
    if (Speaker && context) begun = new Speaker(page.state, context);
    return begun;
  };
  /** The first sound may come before there was an idle moment: then in a task of its own, so that drawing goes first. */
  const play = (what: Sound, style?: string, after?: number) => {
    if (begun) begun.play(what, style, after);
    else if (Speaker) setTimeout(() => speaker()?.play(what, style, after));
  };

  const fetchSound = async () => {
    if (Speaker) return;
    Speaker = await lazy(() => import('./synth.ts'), 'Speaker').catch(() => null);
    if (!Speaker) return;
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(speaker, { timeout: 2000 });
    else setTimeout(speaker, 300);
  };
  addEventListener('pointerdown', fetchSound, { passive: true });
  addEventListener('keydown', fetchSound);

  page.effect('refused', (refused) => refused && play('refusal'));

  let landed = 0;
  page.effect(everything, (state) => {
    const { draft, match, motion, pending } = state;
    const legs = draft.length - 1;
    if (match && legs > landed && legs > 0) {
      const move = match.moves.find((move) => move.path.join() === draft.join());
      const captured = move?.captured ?? follow(match.moves, draft).captured;
      const leg = motion ? motion.leg : 0;
      for (let at = landed; at < legs; at++) {
        const kind = captured.length > at || (move && captured.length && legs === 1) ? 'capture' : 'move';
        play(kind, look(state).pieces, (at - landed + 1) * leg * 0.9);
        if (kind === 'capture' && state.settings.vibration) vibrate(CAPTURE_MS);
      }
      if (pending && move?.crowns) play('crown', look(state).pieces, (legs - landed) * leg);
    }
    landed = Math.max(0, legs);
  });

  let known: State['match'] = null;
  page.effect('match', (match) => {
    const isOver = match?.outcome && !known?.outcome && known?.game === match.game;
    known = match;
    if (Speaker && isOver) play(Speaker.ending(page.state));
  });

  let second = LAST_SECONDS;
  setInterval(() => {
    const { state } = page;
    const { match, players } = state;
    const isTimed = match && runs(state) && !players[match.side];
    const now = Math.ceil((isTimed && left(state, match.side)) || LAST_SECONDS);
    if (now < second) play('low');
    second = Math.min(LAST_SECONDS, now);
  }, 200);

  return () => play('move', look(page.state).pieces);
}
