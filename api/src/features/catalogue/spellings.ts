// Whether a UTF-16 code unit belongs to a word. Outside ASCII, everything except symbols, blanks and punctuation does.
const isOfWord = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Maps each word of a text to a value, looked up by a 64-bit hash that is computed on the fly: extracting millions
 * of words from texts and looking each up takes several times as long. `meaning` is called once per spelling.
 */
export function createSpellings<T>(meaning: (spelling: string) => T) {
  let heads = new Int32Array(1 << 12);
  let tails = new Int32Array(heads.length);
  let values: (T | undefined)[] = Array.from({ length: heads.length });
  let size = 0;

  /** The slot of a hash, occupied or not. */
  function slotOf(head: number, tail: number): number {
    const mask = heads.length - 1;
    let slot = head & mask;
    while (values[slot] !== undefined && (heads[slot] !== head || tails[slot] !== tail)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  function put(head: number, tail: number, value: T): void {
    const slot = slotOf(head, tail);
    heads[slot] = head;
    tails[slot] = tail;
    values[slot] = value;
  }

  function learn(head: number, tail: number, spelling: string): T {
    if (++size > heads.length / 2) {
      const [oldHeads, oldTails, oldValues] = [heads, tails, values];
      heads = new Int32Array(oldHeads.length * 2);
      tails = new Int32Array(heads.length);
      values = Array.from({ length: heads.length });
      for (const [slot, value] of oldValues.entries()) {
        if (value !== undefined) put(oldHeads[slot]!, oldTails[slot]!, value);
      }
    }
    const value = meaning(spelling);
    put(head, tail, value);
    return value;
  }

  /** Calls `tell` with the value of each word, in text order. */
  return function eachWord(text: string, tell: (value: T) => void): void {
    let head = 0;
    let tail = 0;
    let start = -1;
    // One step past the end, to finish the last word.
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      if (isOfWord[code] === 1) {
        if (start < 0) [start, head, tail] = [at, 0x811c9dc5, 0x1b873593];
        head = Math.imul(head ^ code, 0x01000193);
        tail = Math.imul(tail + code, 0x5bd1e995);
        tail ^= tail >>> 15;
      } else if (start >= 0) {
        const mixed = head ^ (head >>> 15);
        tell(values[slotOf(mixed, tail)] ?? learn(mixed, tail, text.slice(start, at)));
        start = -1;
      }
    }
  };
}
