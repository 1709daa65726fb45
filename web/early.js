/** Starts the rules' worker at once: this module arrives, and runs, before the rest of the page's. */

import { hurry } from './engine.js';

hurry(JSON.parse(document.getElementById('assets')?.textContent ?? 'null'));
