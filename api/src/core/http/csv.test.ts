import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { csvFile } from "./csv.ts";

interface Row {
  name: string | null;
  tonnes?: number;
  hidden: boolean;
}

async function* rowsOf(...rows: Row[]) {
  yield* rows;
}

const columns = [
  ["Name", (row: Row) => row.name],
  ["Tonnes", (row: Row) => row.tonnes],
  ["Hidden", (row: Row) => row.hidden],
] as const;

// Not decoded as text, which would drop the byte order mark.
const written = async (rows: AsyncIterable<Row>) =>
  String(await buffer(csvFile("projects", columns, rows).stream));
const bom = "\uFEFF";

test("An export has a byte order mark, its heads and one line per row, as RFC 4180 requires", async () => {
  const rows = rowsOf(
    { name: "Mangroves", tonnes: 12, hidden: false },
    { name: "Peat", hidden: true },
    { name: null, tonnes: 0, hidden: false },
  );
  expect(await written(rows)).toBe(
    `${bom}Name,Tonnes,Hidden\r\nMangroves,12,no\r\nPeat,,yes\r\n,0,no\r\n`,
  );
});

test("An empty export has its heads", async () => {
  expect(await written(rowsOf())).toBe(`${bom}Name,Tonnes,Hidden\r\n`);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+49 30 1", "'+49 30 1"],
  ["-5", "'-5"],
  ["@sum", "'@sum"],
  ["a, b", '"a, b"'],
  ['say "so"', '"say ""so"""'],
  // Most programs end a row at either character alone.
  ["two\nlines", '"two\nlines"'],
  ["two\rlines", '"two\rlines"'],
  ["a=1", "a=1"],
  // As read by a spreadsheet with another separator, such as German ones.
  ["Brennvik;=1+1;", "Brennvik;'=1+1;"],
  ['a;"" @sum', `"a;"""" '@sum"`],
  ["a\t-5", "a\t'-5"],
  ["two\n=1+1", `"two\n'=1+1"`],
  ["a; b", "a; b"],
])("The text %j is written to a cell as %j", async (name, cell) => {
  const [, line] = (await written(rowsOf({ name, hidden: false }))).split("\r\n");
  expect(line).toBe(`${cell},,no`);
});

test("The file has its media type, and requests the day in its name", () => {
  const { name, mediaType, dated } = csvFile("projects", columns, rowsOf());
  expect({ name, mediaType, dated }).toEqual({
    name: "projects.csv",
    mediaType: "text/csv; charset=utf-8",
    dated: true,
  });
});

test("If the rows fail the file is aborted, and cannot be mistaken for a complete one", async () => {
  async function* broken(): AsyncGenerator<Row> {
    yield { name: "Mangroves", hidden: false };
    throw new Error("the database went away");
  }
  await expect(written(broken())).rejects.toThrow("the database went away");
});

test("A reader that goes away ends the query", async () => {
  const ended = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<Row> {
    try {
      for (;;) yield { name: "Mangroves", hidden: false };
    } finally {
      ended.resolve();
    }
  }
  const { stream } = csvFile("projects", columns, endless());
  for await (const _part of stream) break;
  await ended.promise;
});
