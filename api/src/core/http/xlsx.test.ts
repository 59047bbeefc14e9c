import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { sheetRows, shownDay } from "../../../test/spreadsheet.ts";
import { sheetXlsx } from "./xlsx.ts";

test("A column is as wide as its longest line, up to a limit", async () => {
  const moment = "2026-02-08T09:30:00.000Z";
  const book = await sheetXlsx({
    name: "widths",
    columns: [["Id"], ["Retired (UTC)", "moment"], ["A head that is long"], ["Serials"], ["Text"]],
    rows: [
      [1, moment, null, `${"4".repeat(30)}\n${"5".repeat(28)}`, "m".repeat(900)],
      [2, null, 12.5, null, null],
    ],
  });
  const sheet = strFromU8(unzipSync(book)["xl/worksheets/sheet1.xml"]!);
  const widths = [...sheet.matchAll(/<col [^>]*?width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([12, moment.length + 2, 21, 32, 60]);
});

test("Days, moments and money can be sorted and summed, and texts that look like them stay texts", async () => {
  const book = await sheetXlsx({
    name: "kinds",
    columns: [["Due", "day"], ["Paid (UTC)", "moment"], ["Net (EUR)", "money"], ["Said"], ["t"]],
    rows: [
      ["2026-03-29", "2026-03-28T23:30:00.000Z", 1234.5, "2026-03-29", 20],
      ["1899-12-31", null, -7, "=1+1", null],
      ["1900-03-01", null, null, "", 1],
    ],
  });
  const [first, second, third] = sheetRows(book);
  expect(first).toEqual({
    Due: { value: 46_110, format: "yyyy-mm-dd" },
    "Paid (UTC)": { value: expect.any(Number), format: "yyyy-mm-dd hh:mm:ss" },
    "Net (EUR)": { value: 1234.5, format: "#,##0.00" },
    Said: { value: "2026-03-29" },
    t: { value: 20 },
  });
  expect(shownDay(first!["Due"]!.value)).toBe("2026-03-29T00:00:00.000Z");
  expect(shownDay(first!["Paid (UTC)"]!.value)).toBe("2026-03-28T23:30:00.000Z");
  // Spreadsheets have no days before 1900; empty cells stay empty.
  expect(second).toEqual({
    Due: { value: "1899-12-31" },
    "Net (EUR)": { value: -7, format: "#,##0.00" },
    Said: { value: "=1+1" },
  });
  expect(third).toEqual({ Due: { value: 61, format: "yyyy-mm-dd" }, t: { value: 1 } });
});
