import { ReadyJson } from "./readyJson.ts";

const megabyte = 1024 * 1024;
// Overhead of an entry in addition to its bytes.
const entrySize = 500;

interface Kept {
  stamp: number;
  answer: ReadyJson;
  size: number;
}

/**
 * Caches answers by request, each as long as its stamp, the version of the data it was made from, stays the same. The cache
 * takes at most `maxBytes`; the least recently used answer is evicted first.
 */
export function createAnswerCache(maxBytes = 16 * megabyte) {
  const cache = new Map<string, Kept>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= cache.get(key)?.size ?? 0;
    cache.delete(key);
  }

  return {
    find(key: string, stamp: number): ReadyJson | undefined {
      const found = cache.get(key);
      if (!found) return undefined;
      if (found.stamp === stamp) {
        cache.delete(key);
        cache.set(key, found);
        return found.answer;
      }
      drop(key);
      return undefined;
    },
    /** Caches an answer and returns it. */
    keep(key: string, stamp: number, text: string): ReadyJson {
      const answer = new ReadyJson(text);
      const size = answer.size + 2 * key.length + entrySize;
      drop(key);
      // An answer that would evict many others is not cached.
      if (size > maxBytes / 16) return answer;
      cache.set(key, { stamp, answer, size });
      bytes += size;
      for (const oldest of cache.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
      return answer;
    },
    get bytes() {
      return bytes;
    },
  };
}
