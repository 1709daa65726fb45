/** The settings: appearance, sound, language and keys. They are stored in the browser. */

import { changeSettings } from '../../game/settings.ts';
import { canVibrate, refused } from '../../lib/capabilities.ts';
import { checkbox, fold, html, nothing, radios, select, slider } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import { LANGUAGES, preferred } from '../../lib/languages.ts';
import type { Panel } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { isPlain, SETTINGS } from '../../state/settings.ts';
import { look, type State } from '../../state/state.ts';

type Choice = 'board' | 'pieces' | 'theme' | 'contrast' | 'motion';
const SWITCHES = ['coordinates', 'numbers'] as const;
const ENTRY_SWITCHES = ['keys', 'premove', 'touch'] as const; // of the ways to enter a move, which few change

function corner({ meta }: State, theme: { board: string; pieces: string }) {
  const rows = meta.kings ? ['.b.', 'W.w'] : ['.b.', 'w.b'];
  const squares =
    meta.squares.length < meta.files * meta.ranks ? ['b2', 'a1', 'c1'] : ['a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
  return smallBoard({ meta: { ...meta, files: 3, ranks: 2, squares }, rows, theme, isTurned: false, wide: 78 });
}

export const settings: Panel = {
  title: () => t('settings.title'),

  view(state, { controller, panels }) {
    const now = state.settings;
    const theme = look(state);
    const choice = (name: Choice, picture?: (value: string) => unknown) => {
      const values: string[] = SETTINGS[name].choices;
      const label = (value: string) => t(`settings.${name}.${value}`);
      const choices = values.map((value) => ({ value, label: label(value), picture: picture?.(value) }));
      return radios(name, t(`settings.${name}`), choices, now[name], (value) =>
        changeSettings(controller, { [name]: value }),
      );
    };
    const box = (name: (typeof SWITCHES | typeof ENTRY_SWITCHES)[number] | 'sound' | 'vibration') =>
      checkbox(name, t(`settings.${name}`), now[name], (isOn) => changeSettings(controller, { [name]: isOn }));
    const languages = [
      { value: 'system', label: t('settings.language.system', { name: LANGUAGES[preferred('system')].name }) },
      ...Object.entries(LANGUAGES).map(([value, { tag, name }]) => ({ value, label: name, lang: tag })),
    ];
    return html`
      <form class="form">
        <div class="field">
          <span class="label" aria-hidden="true">${t('settings.language')}</span>
          ${select('language', t('settings.language'), languages, now.language, (language) => changeSettings(controller, { language }))}
        </div>
        ${choice('board', (board) => corner(state, { ...theme, board }))}
        ${choice('pieces', (pieces) => corner(state, { ...theme, pieces: pieces === 'own' ? state.meta.style : pieces }))}
        ${choice('theme')}
        ${choice('contrast')}
        ${isPlain(state.settings) ? html`<p class="note">${t('settings.contrast.note')}</p>` : nothing}
        ${choice('motion')}
        <div class="field">
          ${box('sound')}
          ${canVibrate() ? box('vibration') : nothing}
          <span class="label" aria-hidden="true">${t('settings.volume')}</span>
          ${slider('volume', t('settings.volume'), now.volume, (volume) => changeSettings(controller, { volume }), panels.actions.playSample)}
        </div>
        <div class="field">${SWITCHES.map(box)}</div>
        ${fold('entry', t('settings.entry'), '', html`<div class="field">${ENTRY_SWITCHES.map(box)}<p class="note">${t('settings.touch.note')}</p></div>`)}
        ${refused().map((key) => html`<p class="note">${t(key)}</p>`)}
      </form>`;
  },
};
