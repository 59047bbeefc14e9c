import { expect, test } from "vitest";
import { cellsOf, dayOf, assignCells } from "./pasted.ts";

const at = { id: 7, column: "serialNumberFrom" } as const;

test("a single value is pasted as usual", () => {
  expect(cellsOf("VCS-1-100")).toBeUndefined();
  expect(cellsOf("VCS-1-100\n")).toBeUndefined();
});

test("spreadsheet lines fill the rows from the focused field on, without header lines", () => {
  const cells = cellsOf(
    'From\tTo\tLink\tDay\r\nA-1\tA-4\thttps://r.example/1\t14.03.2026\r\n"B-1"\tB-9\t\t\r\n',
  )!;
  expect(cells).toHaveLength(2);
  const { entries, left, unread } = assignCells(cells, [5, 7, 9], at);
  expect([...entries]).toEqual([
    [
      7,
      {
        serialNumberFrom: "A-1",
        serialNumberTo: "A-4",
        registryUrl: "https://r.example/1",
        retiredAt: "2026-03-14",
      },
    ],
    [9, { serialNumberFrom: "B-1", serialNumberTo: "B-9" }],
  ]);
  expect({ left, unread }).toEqual({ left: 0, unread: [] });
});

test("a single column fills downwards, an empty line skips its row, and surplus lines are counted", () => {
  const cells = cellsOf("https://r.example/1\n\nhttps://r.example/3\nhttps://r.example/4")!;
  const { entries, left } = assignCells(cells, [5, 7, 9], { id: 5, column: "registryUrl" });
  expect([...entries]).toEqual([
    [5, { registryUrl: "https://r.example/1" }],
    [9, { registryUrl: "https://r.example/3" }],
  ]);
  expect(left).toBe(1);
});

test("lines that start with the id of a retirement go to its row", () => {
  const { entries } = assignCells(cellsOf("9\tB-1\tB-9\n5\tA-1\tA-4")!, [5, 7, 9], at);
  expect([...entries]).toEqual([
    [9, { serialNumberFrom: "B-1", serialNumberTo: "B-9" }],
    [5, { serialNumberFrom: "A-1", serialNumberTo: "A-4" }],
  ]);
});

test.each([
  ["2026-03-14", "2026-03-14"],
  ["2026-03-14 00:00:00", "2026-03-14"],
  ["14.3.2026", "2026-03-14"],
  ["14 Mar 2026", "2026-03-14"],
  ["14-March-2026", "2026-03-14"],
  ["14/03/2026", "2026-03-14"],
  ["03/14/2026", "2026-03-14"],
  ["05/05/2026", "2026-05-05"],
  ["03/04/2026", undefined],
  ["31.02.2026", undefined],
  ["14 Mac 2026", undefined],
  ["yesterday", undefined],
])("the day %s is parsed as %s", (text, day) => {
  expect(dayOf(text)).toBe(day);
});

test("an ambiguous day is reported, and must be entered", () => {
  const { entries, unread } = assignCells(cellsOf("A-1\tA-4\t\t03/04/2026")!, [7], at);
  expect(entries.get(7)).toMatchObject({ serialNumberTo: "A-4", retiredAt: "" });
  expect(unread).toEqual(["03/04/2026"]);
});
