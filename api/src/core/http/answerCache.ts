import { ReadyJson } from "./readyJson.ts";

const megabyte = 1024 * 1024;
// What an entry takes beside its bytes.
const entrySize = 500;

interface Kept {
  stamp: number;
  answer: ReadyJson;
  size: number;
}

/**
 * Answers by what was asked, each as long as its stamp is the same: the number of what it was made from. They take so many
 * bytes at most; what was not asked for longest goes first.
 */
export function createAnswerCache(mostBytes = 16 * megabyte) {
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
    /** An answer that is to be found again. */
    keep(key: string, stamp: number, text: string): ReadyJson {
      const answer = new ReadyJson(text);
      const size = answer.size + 2 * key.length + entrySize;
      drop(key);
      // One that would drive out many others is made again.
      if (size > mostBytes / 16) return answer;
      cache.set(key, { stamp, answer, size });
      bytes += size;
      for (const oldest of cache.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
      return answer;
    },
    get bytes() {
      return bytes;
    },
  };
}
