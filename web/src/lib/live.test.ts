import { expect, test } from "vitest";
import { comparePages } from "./live.ts";

const page = (...ids: readonly number[]) => ({ content: ids.map((id) => ({ id, status: "A" })) });

test.each([
  ["nothing happened", [1, 2, 3], [1, 2, 3], { rows: [1, 2, 3], gone: [], fresh: 0 }],
  [
    "one came to the head of a full page",
    [1, 2, 3],
    [9, 1, 2],
    { rows: [1, 2, 3], gone: [], fresh: 1 },
  ],
  ["one came between two others", [1, 2, 3], [1, 9, 2], { rows: [1, 2, 3], gone: [], fresh: 1 }],
  ["one left, and none moved up", [1, 2, 3], [1, 3], { rows: [1, 2, 3], gone: [2], fresh: 0 }],
  ["the last one left", [1, 2, 3], [1, 2], { rows: [1, 2, 3], gone: [3], fresh: 0 }],
  [
    "one left, and one moved up from the next page",
    [1, 2, 3],
    [1, 3, 4],
    { rows: [1, 2, 3], gone: [2], fresh: 1 },
  ],
  [
    "two came, and pushed two off the page",
    [1, 2, 3],
    [8, 9, 1],
    { rows: [1, 2, 3], gone: [], fresh: 2 },
  ],
  [
    "one came, one left in the middle, the last was pushed off",
    [1, 2, 3, 4],
    [9, 1, 3, 4],
    { rows: [1, 2, 3, 4], gone: [2], fresh: 1 },
  ],
  [
    "two came, the first two left, and the last one stayed",
    [1, 2, 3],
    [8, 9, 3],
    { rows: [1, 2, 3], gone: [1, 2], fresh: 2 },
  ],
  ["all left", [1, 2], [], { rows: [1, 2], gone: [1, 2], fresh: 0 }],
  ["rows came to an empty page", [], [1, 2], { rows: [1, 2], gone: [], fresh: 0 }],
])("news of a page: %s", (_, shown, latest, expected) => {
  const { rows, gone, fresh, changed } = comparePages(page(...shown), page(...latest));
  expect({ rows: rows.map(({ id }) => id), gone: [...gone], fresh }).toEqual(expected);
  expect([...changed]).toEqual([]);
});

test("a changed row keeps its position, and shows its new values", () => {
  const shown = page(1, 2);
  const latest = {
    content: [
      { id: 2, status: "B" },
      { id: 1, status: "A" },
    ],
  };
  const { rows, changed, gone, fresh } = comparePages(shown, latest);
  expect(rows).toEqual([
    { id: 1, status: "A" },
    { id: 2, status: "B" },
  ]);
  expect([[...changed], [...gone], fresh]).toEqual([[2], [], 0]);
});
