/** What a puzzle on the board may belong to, read by the type checker alone: both begin puzzles themselves. */

export type { LineTraining } from './line-training.ts';
export type { RunSession } from './run-session.ts';
