/** Changes settings, and keeps them. */

import type { Settings } from '../state/settings.ts';
import type { Page } from '../state/state.ts';
import { write } from '../store/store.ts';

export function changeSettings({ page }: { page: Page }, values: Partial<Settings>) {
  page.amend('settings', values);
  write('settings', page.state.settings);
}
