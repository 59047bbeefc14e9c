export type Random = () => number;

/** Numbers from 0 to 1 out of a text alone: the same text gives the same numbers everywhere (xmur3, mulberry32). */
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

/** A number from `from` up to `to`, each as likely; it takes one of the random numbers. */
export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from);
}

/** One of a list, each as likely; it takes one of the random numbers. */
export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}
