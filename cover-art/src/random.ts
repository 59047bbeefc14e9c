export type Random = () => number;

/**
 * Returns a generator of numbers from 0 to 1, seeded by a text: the same text gives the same numbers everywhere (xmur3,
 * mulberry32).
 */
export function randomFrom(text: string): Random {
  let hash = 1779033703 ^ text.length;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  let state = (hash ^ (hash >>> 16)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a uniformly distributed number from `from` up to `to`; it consumes one random number. */
export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}

/** Picks an item of a list with equal probability; it consumes one random number. */
export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}
