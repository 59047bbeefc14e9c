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

test("A row is as high as its longest text of several lines, whose lines stay apart", async () => {
  const serials = "VCS-1-100\nVCS-201-300\nVCS-401-500";
  const book = await sheetXlsx({
    name: "lines",
    columns: [["Serials"], ["Message"]],
    rows: [
      [serials, `${"m".repeat(61)}\nn`],
      ["ACR-1", "m".repeat(900)],
      [null, "\n".repeat(1999)],
      [serials, null],
    ],
  });
  const parts = unzipSync(book);
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]!);
  const rows = [...sheet.matchAll(/<row r="\d+"([^>]*)>/g)].map(([, about]) => about!);
  const heights = rows.map((about) => Number(/ ht="(\d+)"/.exec(about)?.[1]));
  // Three lines of 15 points; 409 points are the most that spreadsheets allow.
  expect(heights).toEqual([NaN, 45, NaN, 409, 45]);
  const wraps = [...strFromU8(parts["xl/styles.xml"]!).matchAll(/<xf [^]*?<\/xf>/g)].map(([xf]) =>
    xf.includes('wrapText="1"'),
  );
  const cells = [...sheet.matchAll(/<c r="([AB][2-5])"(?: s="(\d+)")?/g)];
  const wrapped = cells.flatMap(([, place, style]) => (wraps[Number(style)] ? [place] : []));
  expect(wrapped).toEqual(["A2", "B2", "B4", "A5"]);
});

test("All cells have one font, which readers without a default would have to guess", async () => {
  const book = await sheetXlsx({ name: "font", columns: [["A"]], rows: [["b"]] });
  const fonts = strFromU8(unzipSync(book)["xl/styles.xml"]!).match(/<font>[^]*?<\/font>/g)!;
  expect(fonts).toHaveLength(2);
  for (const font of fonts) expect(font).toContain('<name val="Calibri"/><sz val="11"/>');
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
