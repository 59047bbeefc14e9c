/**
 * A number in [0, 1) that depends on nothing but the key and the purpose: the same project gets the same choice on
 * every machine, and two choices of one project are independent of each other. FNV-1a, then a murmur3 finish.
 */
export function seeded(key: string, purpose: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${purpose}|${key}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A whole number from `low` to `high`, both included. */
export function seededInt(key: string, purpose: string, low: number, high: number): number {
  return low + Math.floor(seeded(key, purpose) * (high - low + 1));
}
