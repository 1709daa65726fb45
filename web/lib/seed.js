/** Seeds for random starting positions. */

/** The seed of the day: the days since 1970 in UTC, so that it is the same for everyone. */
export const today = () => Math.floor(Date.now() / 86_400_000);

/** A random seed, short enough (at most five digits) to tell somebody. */
export const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] % 100000;
