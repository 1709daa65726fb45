/** Seed numbers for starting positions that are drawn at random. */

/** The seed of the day, the same for everyone in the world: the days since 1970. */
export const today = () => Math.floor(Date.now() / 86_400_000);

/** A seed number that a person can read out to another. */
export const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] % 100000;
