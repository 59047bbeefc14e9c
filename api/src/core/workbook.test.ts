import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { sheetXlsx, xlsxFile } from "./http/xlsx.ts";
import { UnreadableWorkbook, workbookRows } from "./workbook.ts";

const columns = ["Vintage", "Price (EUR)"];
const made = (rows: (string | number | null)[][]) =>
  sheetXlsx({ name: "Prices", columns: columns.map((head) => [head]), rows });
const cellsOf = async (bytes: Uint8Array, most = 100) =>
  (await workbookRows(bytes, most)).map(({ line, cells }) => [line, ...cells]);

test("The rows of a workbook are read unchanged", async () => {
  const bytes = await made([
    [17, 9.95],
    [18, "1 < 2 & 3"],
    [null, null],
    [19, 1137.5],
  ]);
  expect(await cellsOf(bytes)).toEqual([
    [1, "Vintage", "Price (EUR)"],
    [2, "17", "9.95"],
    [3, "18", "1 < 2 & 3"],
    [5, "19", "1137.5"],
  ]);
  expect(await cellsOf(bytes, 2)).toHaveLength(2);
});

test("Other requests are served while a workbook is written", async () => {
  let turns = 0;
  let isWritten = false;
  const count = () => {
    turns++;
    if (!isWritten) setImmediate(count);
  };
  setImmediate(count);
  const bytes = await made(Array.from({ length: 2000 }, (_, n) => [n, `Row ${n}`]));
  isWritten = true;

  // Written in the same thread it would leave them only a handful, however long it is.
  expect(turns).toBeGreaterThan(100);
  expect(await cellsOf(bytes, 3000)).toHaveLength(2001);
});

test("So they are while its rows are collected", async () => {
  let turns = 0;
  let turnsAtLast = 0;
  setImmediate(function count() {
    turns++;
    if (turnsAtLast === 0) setImmediate(count);
  });
  const rows = Array.from({ length: 2001 }, (_, n) => n);
  const last = (row: number) => {
    if (row === 2000) turnsAtLast = turns;
    return row;
  };
  await xlsxFile("numbers", [["Number", last]], rows);
  expect(turnsAtLast).toBeGreaterThanOrEqual(3);
});

/** A workbook with a custom sheet, like those of other programs. */
async function sheetOf(sheet: string, shared?: string) {
  const parts = unzipSync(await made([]));
  const name = Object.keys(parts).find((each) => /worksheets\/[^/]+\.xml$/.test(each))!;
  return zipSync({
    ...parts,
    [name]: strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    ...(shared && { "xl/sharedStrings.xml": strToU8(`<sst>${shared}</sst>`) }),
  });
}

test("Missing cells, shared strings and rich text, formulas and numbers of other programs are read", async () => {
  const bytes = await sheetOf(
    `<row r="4"><c r="C4" t="s"><v>1</v></c><c r="D4"><f>1+1</f><v>2</v></c>
      <c r="AA4" t="inlineStr"><is><t>far</t></is></c></row>
     <row><c><v>9.9499999999999993</v></c></row>`,
    `<si><t>no</t></si><si><r><t>ye</t></r><r><t>s</t></r><rPh><t>spoken</t></rPh></si>`,
  );
  const [first, second] = await workbookRows(bytes, 10);
  expect(first!.line).toBe(4);
  expect(first!.cells).toEqual(["", "", "yes", "2", ...Array(22).fill(""), "far"]);
  expect(second).toEqual({ line: 5, cells: ["9.95"] });
});

test("Rows far beyond the limit are not read", async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `<row><c><v>${n}</v></c></row>`);
  const bytes = await sheetOf(`${rows.join("")}<row><c></row>`);
  expect(await cellsOf(bytes, 2)).toEqual([
    [1, "0"],
    [2, "1"],
  ]);
  await expect(workbookRows(bytes, 5000)).rejects.toThrow(UnreadableWorkbook);
});

test.each<[string, () => Promise<Uint8Array>]>([
  ["what is no zip", async () => strToU8("PK\u0003 no workbook")],
  ["a zip of something else", async () => zipSync({ "a.txt": strToU8("a") })],
  ["what declares entities", async () => sheetOf("").then(withEntities)],
  ["what unpacks to more than it may", async () => sheetOf(" ".repeat(31 * 1024 * 1024))],
])("%s is refused", async (_what, bytes) => {
  const given = await bytes();
  await expect(workbookRows(given, 10)).rejects.toThrow(UnreadableWorkbook);
});

function withEntities(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes);
  const name = "xl/workbook.xml";
  const declared = `<!DOCTYPE x [<!ENTITY a "b">]><workbook>&a;</workbook>`;
  return zipSync({ ...parts, [name]: strToU8(declared) });
}
