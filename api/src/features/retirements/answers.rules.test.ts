import { expect, test } from "vitest";
import { answersIn } from "./answers.rules.ts";

const head = [
  "retired on",
  "note",
  "registry record",
  "last serial number",
  "retirement",
  "first serial number",
];
const row = (...cells: string[]) => ({ cells });
const read = {
  retirement: "5001",
  serialNumberFrom: "A",
  serialNumberTo: "B",
  registryUrl: "https://r.example",
};

test("an answer's columns are found by name, in any order", () => {
  const rows = [row("14.03.2026", "x", " https://r.example ", "B", "5001", "A")];
  expect(answersIn(head, rows)).toEqual([{ ...read, retiredAt: "14.03.2026" }]);
});

test("a cell missing from a short row is empty", () =>
  expect(answersIn(head, [row("2026-03-14")])).toEqual([
    {
      retirement: "",
      serialNumberFrom: "",
      serialNumberTo: "",
      registryUrl: "",
      retiredAt: "2026-03-14",
    },
  ]));

test.each([
  ["46095", "2026-03-14"],
  ["46095.75", "2026-03-14"],
  ["20000", "1954-10-03"],
  ["79999", "2119-01-10"],
  ["19999", "19999"],
  ["80000", "80000"],
  ["460950", "460950"],
  ["2026-03-14", "2026-03-14"],
  ["", ""],
])("a workbook's %s is the day %s", (typed, retiredAt) => {
  const rows = [row(typed, "", "https://r.example", "B", "5001", "A")];
  expect(answersIn(head, rows)).toEqual([{ ...read, retiredAt }]);
});

test.each(head.filter((name) => name !== "note"))(
  "nothing is read without the column “%s”",
  (name) =>
    expect(
      answersIn(
        head.map((each) => (each === name ? "other" : each)),
        [],
      ),
    ).toBeUndefined(),
);

test("our own export's column name for the day is accepted, too", () =>
  expect(answersIn([...head.slice(1), "retired (utc)"], [])).toEqual([]));
