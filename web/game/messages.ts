/** What the page says: in the status line, for a moment over the page, and to screen readers. */

import { say } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { concluded, due } from '../state/describe.ts';
import { type Rights, rights } from '../state/rights.ts';
import type { Notice, Page, State } from '../state/state.ts';

const TOAST_MS = 3500; // how long a short confirmation is shown

type OnPage = { page: Page };

/** Of a match that was on the board, and is among the earlier games: the message offers to restore it. */
export const KEPT: Partial<Notice> = { below: true, back: true };

/** Shows a message in the status line, with what it offers, and announces it. */
export function tell(on: OnPage, kind: Notice['kind'], text: string, more: Partial<Notice> = {}) {
  on.page.set({ notice: { kind, text, rule: null, ...more } });
  if (more.back || more.aside) announce(on, text);
  else say(text);
}

/** Says why the session on the board does not give a right. Returns whether it does not. */
export function refuses(on: OnPage, right: keyof Rights['why']) {
  const why = rights(on.page.state).why[right];
  if (why) tell(on, 'plain', t(why));
  return why !== undefined;
}

/** Says what was done, and shows it: for a moment over the page, and in the status line, below whose turn it is. */
export function affirm(on: OnPage, text: string) {
  tell(on, 'plain', text, { below: true });
  toast(on, text);
}

/**
 * Shows a short confirmation over the page, with a picture of what it is about. It is for the eye, and soon gone: what it says
 * also stands in the place that it is about.
 */
export function toast({ page }: OnPage, text: string, picture: HTMLCanvasElement | null = null) {
  const shown = { text, picture };
  page.set({ toast: shown });
  setTimeout(() => {
    page.change((s) => {
      if (s.toast === shown) s.toast = null;
    });
  }, TOAST_MS);
}

/**
 * Speaks a text, and what must be heard about the position, such as that a capture is compulsory. While the start card
 * is shown the goal of the game is heard; the card says the rest when it closes.
 */
export function announce({ page: { state } }: OnPage, text?: string) {
  const told = [text, ...(state.introduced ? [] : due(state))].filter(Boolean).join(' ');
  if (told) say(told);
}

/** The reason why the board takes no move now. */
export function idle(state: State) {
  const { boot, match, thinking, arriving, players } = state;
  if (arriving) return t('link.opening');
  if (boot.phase !== 'ready' || !match) return t('status.loading');
  if (match.outcome) return concluded(state);
  const { moves } = rights(state).why;
  if (moves) return t(moves);
  const key = players[match.side] < 0 ? 'remote' : thinking ? 'thinking' : 'computer';
  return t(`status.${key}`, { side: t(`side.${match.side}`) });
}
