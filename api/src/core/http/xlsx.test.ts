import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { sheetXlsx } from "./xlsx.ts";

test("A column is as wide as its longest line, up to a limit", async () => {
  const moment = "2026-02-08T09:30:00.000Z";
  const book = await sheetXlsx({
    name: "widths",
    columns: ["Id", "Retired (UTC)", "A head that is long", "Serials", "Message"],
    rows: [
      [1, moment, null, `${"4".repeat(30)}\n${"5".repeat(28)}`, "m".repeat(900)],
      [2, null, 12.5, null, null],
    ],
  });
  const sheet = strFromU8(unzipSync(book)["xl/worksheets/sheet1.xml"]!);
  const widths = [...sheet.matchAll(/<col [^>]*?width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([12, moment.length + 2, 21, 32, 60]);
});
