/** The kinds of request, from the functions that answer them: `python3 build.py protocol` makes this file. */

/** Requests that change the match. */
export const CHANGES = new Set(
  'new load play undo redo goto promote prune annotate resign offer accept decline claim flag'.split(' '),
);

/** Of these, the ones that put another match in its place. */
export const BEGINNINGS = new Set('new load'.split(' '));

/** Requests that take time. Others are answered meanwhile. */
export const JOBS = new Set('perft bestmove think review cost index'.split(' '));
