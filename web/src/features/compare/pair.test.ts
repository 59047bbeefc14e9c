import { expect, test } from "vitest";
import { pairOf } from "./pair.ts";

test.each([
  [
    [7, 8],
    [7, 8, 9],
    [0, 1],
  ],
  [
    [7, 9],
    [7, 8, 9],
    [0, 2],
  ],
  [
    [9, 7],
    [7, 8, 9],
    [2, 0],
  ],
  // One of three is removed: two stay side by side, the remaining one in its place.
  [
    [7, 9],
    [8, 9],
    [0, 1],
  ],
  [
    [7, 9],
    [7, 8],
    [0, 1],
  ],
  [
    [9, 7],
    [8, 9],
    [1, 0],
  ],
  [
    [7, 8],
    [9, 6],
    [0, 1],
  ],
  [[7, 8], [8], [0]],
  [[7], [7, 8], [0, 1]],
])("with %j chosen of %j, the indexes %j are shown", (chosen, ids, places) => {
  expect(pairOf(chosen, ids)).toEqual(places);
});
