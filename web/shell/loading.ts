/** How far the rules have come, on the board that waits for them: a bar, and after a moment the same in words. */

import type { GameController } from '../game/controller.ts';
import { byId, say, setText } from '../lib/dom.ts';
import { percent as share, t } from '../lib/i18n.ts';
import { isWaiting } from '../state/rights.ts';
import { everything, type State } from '../state/state.ts';

const SILENCE_MS = 8_000; // how often the progress is spoken, in ms

/** How much of it is here, in hundredths; null where it is not known how much there is. */
const percent = ({ loaded, total }: State['boot']) =>
  total ? Math.min(100, Math.floor((100 * loaded) / total)) : null;

function words(boot: State['boot']) {
  const part = percent(boot);
  if (part === null) return t('status.loading');
  return part < 100 ? t('loading.part', { percent: share(part / 100) }) : t('loading.last');
}

export function loading(controller: GameController) {
  const bar = byId('bytes');
  const done = byId('bytes-done');
  const text = byId('bytes-text');
  const { page } = controller;
  const progress = (state: State) => (isWaiting(state) ? words(state.boot) : '');
  page.view(everything, (state) => {
    const { boot } = state;
    const isReady = boot.phase === 'ready';
    const part = isReady ? 100 : (percent(boot) ?? 0);
    done.style.transform = `scaleX(${part / 100})`;
    bar.setAttribute('aria-valuenow', String(part));
    bar.classList.toggle('done', isReady);
    text.hidden = !isWaiting(state);
    if (!text.hidden) setText(text, progress(state));
  });
  // The goal of the game is heard first.
  let spoken = performance.now();
  page.effect(
    (state) => [progress(state), state.boot.late],
    ([text]) => {
      if (!text || performance.now() - spoken < SILENCE_MS) return;
      spoken = performance.now();
      say(text);
    },
  );
}
