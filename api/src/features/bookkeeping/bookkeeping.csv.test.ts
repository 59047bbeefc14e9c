import { expect, test } from "vitest";
import { tableCsv } from "./bookkeeping.csv.ts";

test("A spreadsheet evaluates no cell of a table, whatever its delimiter", () => {
  const columns = [["Company"], ["Amount"]] as const;
  const rows = [
    ["=1+1", -5],
    ["Brennvik;=1+1;", null],
  ];
  const text = String(tableCsv({ name: "journal", columns: [...columns], rows }));
  expect(text).toBe("\uFEFFCompany,Amount\r\n'=1+1,-5\r\nBrennvik;'=1+1;,\r\n");
});
