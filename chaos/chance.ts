import { createHash } from "node:crypto";

/** Pseudo-random choices, the same for the same seed and name. */
export interface Chance {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer, both bounds included. */
  between(min: number, max: number): number;
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/**
 * Every person and every part has a name and thus a separate sequence: what one of them does changes none of another's
 * choices. The generator is mulberry32.
 */
export function chanceOf(seed: number, name: string): Chance {
  let state = createHash("sha256").update(`${seed} ${name}`).digest().readUInt32LE();
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)]!,
    shuffled: (list) =>
      list
        .map((item) => ({ item, sortKey: next() }))
        .toSorted((a, b) => a.sortKey - b.sortKey)
        .map(({ item }) => item),
  };
}
