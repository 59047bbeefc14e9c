import { expect, test } from "vitest";
import { createAnswerCache } from "./answerCache.ts";

const page = "x".repeat(1000);

test("an answer is found as long as what it was made from is the same", () => {
  const kept = createAnswerCache();
  kept.keep("/projects", 7, page);
  expect(String(kept.find("/projects", 7)?.bytes)).toBe(page);
  expect(kept.find("/projects?size=2", 7)).toBeUndefined();
  expect(kept.find("/projects", 8)).toBeUndefined();
  // What is out of date is forgotten.
  expect(kept.bytes).toBe(0);
});

test("together they stay within their limit; the least recently used goes first", () => {
  const kept = createAnswerCache(100_000);
  for (let n = 0; n < 1000; n++) {
    kept.keep(`/projects/${n}`, 1, page);
    expect(kept.find("/projects/0", 1)).toBeDefined();
    expect(kept.bytes).toBeLessThanOrEqual(100_000);
  }
  expect(kept.find("/projects/999", 1)).toBeDefined();
  expect(kept.find("/projects/1", 1)).toBeUndefined();
});

test("one that was made again counts once, and a huge one is not kept", () => {
  const kept = createAnswerCache(100_000);
  for (let n = 0; n < 50; n++) kept.keep("/projects", n, page);
  expect(kept.bytes).toBeLessThan(3000);
  kept.keep("/projects", 51, "x".repeat(20_000));
  expect(kept.find("/projects", 51)).toBeUndefined();
  expect(kept.bytes).toBe(0);
});
