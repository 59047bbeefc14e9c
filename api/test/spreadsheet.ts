import { strFromU8, unzipSync } from "fflate";

/** A cell of a spreadsheet: text stays text; the format is undefined if it has none. */
export interface Cell {
  value: string | number;
  format?: string;
}

const decoded = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
const all = (text: string, shape: RegExp) => [...text.matchAll(shape)];

/** The rows of a workbook's first sheet by column heads, without empty cells. */
export function sheetRows(bytes: Uint8Array): Record<string, Cell>[] {
  const parts = unzipSync(new Uint8Array(bytes));
  const part = (name: string) => strFromU8(parts[`xl/${name}.xml`]!);
  const texts = all(part("sharedStrings"), /<si><t[^>]*>([^]*?)<\/t><\/si>/g).map(([, text]) =>
    decoded(text!),
  );
  const named = new Map(
    all(part("styles"), /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g).map(
      ([, id, code]) => [id!, decoded(code!)] as const,
    ),
  );
  const [cellFormats] = /<cellXfs[^]*<\/cellXfs>/.exec(part("styles"))!;
  const formats = all(cellFormats, /<xf( [^>]*)>/g).map(([, about]) =>
    named.get(/numFmtId="(\d+)"/.exec(about!)?.[1] ?? ""),
  );
  const rows = all(part("worksheets/sheet1"), /<row [^>]*>([^]*?)<\/row>/g).map(([, row]) =>
    all(row!, /<c r="([A-Z]+)\d+"([^>]*)><v>([^<]*)<\/v><\/c>/g).map(([, column, about, value]) => {
      const format = formats[Number(/ s="(\d+)"/.exec(about!)?.[1] ?? NaN)];
      const cell = about!.includes('t="s"') ? texts[Number(value)]! : Number(value);
      return [column!, { value: cell, ...(format && { format }) }] as const;
    }),
  );
  const heads = new Map(rows.shift()!.map(([column, { value }]) => [column, String(value)]));
  return rows.map((row) =>
    Object.fromEntries(row.map(([column, cell]) => [heads.get(column)!, cell])),
  );
}

/** The day, or moment in UTC, that a spreadsheet displays for a number. */
export function shownDay(value: string | number): string {
  return new Date(Math.round((Number(value) - 25_569) * 86_400_000)).toISOString();
}
