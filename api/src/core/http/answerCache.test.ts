import { expect, test } from "vitest";
import { createAnswerCache } from "./answerCache.ts";

const page = "x".repeat(1000);

test("an answer is found as long as its stamp is the same", () => {
  const cache = createAnswerCache();
  cache.keep("/projects", 7, page);
  expect(String(cache.find("/projects", 7)?.bytes)).toBe(page);
  expect(cache.find("/projects?size=2", 7)).toBeUndefined();
  expect(cache.find("/projects", 8)).toBeUndefined();
  // A stale answer is evicted.
  expect(cache.bytes).toBe(0);
});

test("answers stay within the size limit; the least recently used is evicted first", () => {
  const cache = createAnswerCache(100_000);
  for (let n = 0; n < 1000; n++) {
    cache.keep(`/projects/${n}`, 1, page);
    expect(cache.find("/projects/0", 1)).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
  }
  expect(cache.find("/projects/999", 1)).toBeDefined();
  expect(cache.find("/projects/1", 1)).toBeUndefined();
});

test("an answer cached again counts once, and a huge one is not cached", () => {
  const cache = createAnswerCache(100_000);
  for (let n = 0; n < 50; n++) cache.keep("/projects", n, page);
  expect(cache.bytes).toBeLessThan(3000);
  cache.keep("/projects", 51, "x".repeat(20_000));
  expect(cache.find("/projects", 51)).toBeUndefined();
  expect(cache.bytes).toBe(0);
});
