/** The keys of the commands; settings switch single letters off. Arrow keys on the board are the board's. */

import { byId } from '../lib/dom.ts';
import { letterOf } from '../lib/keyboard.ts';
import { type Context, commandsOf, perform } from './commands.ts';

const isWriting = ({ target }: KeyboardEvent) => (target as HTMLElement).closest('input, select, textarea') !== null;

export function keys(context: Context) {
  const { controller, panels, type } = context;
  document.addEventListener('keydown', (event) => {
    const key = /^[?؟՞]$/.test(event.key) ? '?' : letterOf(event);
    const isHeld = event.ctrlKey || event.metaKey;
    if (isHeld && key === 'z' && !isWriting(event)) {
      event.preventDefault();
      return perform(event.shiftKey ? 'redo' : 'undo', context);
    }
    if (event.defaultPrevented || isHeld || event.altKey) return;
    if ((byId('ask') as HTMLDialogElement).open) return;
    if (key !== 'escape' && isWriting(event)) return;
    const { settings, meta } = controller.page.state;
    if (key.length === 1 && key !== '?' && !settings.keys) return;
    if (key.length > 1 && key !== 'escape' && (event.target as HTMLElement).closest('.panel')) return;
    if (meta.numbered && /^[1-9]$/.test(key)) {
      event.preventDefault();
      return type(key);
    }
    const commands = commandsOf(controller.page.state);
    const commandAt = (at: string) => commands.find((command) => command.key?.toLowerCase() === at);
    const command = (event.shiftKey && commandAt(`shift+${key}`)) || commandAt(key);
    if (!command?.run) return;
    const done = command.panel ? panels.toggle(command.panel) : command.run(controller, context);
    if (done !== false) event.preventDefault();
  });
}
