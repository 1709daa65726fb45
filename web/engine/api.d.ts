/** The second worker as the engine sees it, read by the type checker alone: it works on the engine itself. */

export type { Helper } from './helper.ts';
