/**
 * Returns a number in [0, 1) that depends only on the key and the purpose: a project gets the same choice
 * on every machine, and different choices for one project are independent. FNV-1a with murmur3's finalizer.
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

/** Returns an integer from `low` to `high`, both inclusive. */
export function seededInt(key: string, purpose: string, low: number, high: number): number {
  return low + Math.floor(seeded(key, purpose) * (high - low + 1));
}
