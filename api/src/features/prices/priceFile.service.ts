import { readTable, refuseFile } from "../../core/table.ts";
import { readRow, type FileRow } from "./prices.rules.ts";

/** Prices as a file has them. */
export interface FilePrices {
  /** Cents by the vintage. */
  wanted: Map<number, number>;
  /** In which line of the file each stands. */
  lines: Map<number, number>;
  /** What is no price of a vintage, and why. */
  leftOut: { line: number; name: string; why: string }[];
}

/**
 * The prices of a CSV or XLSX file with the columns “Vintage” and “Price (EUR)”. VALIDATION_FAILED for a file that has not the two, or
 * more rows than `mostRows`, a thousand unless said otherwise.
 */
export async function readPrices(bytes: Uint8Array, mostRows?: number): Promise<FilePrices> {
  const read: FilePrices = { wanted: new Map(), lines: new Map(), leftOut: [] };
  const { wanted, lines, leftOut } = read;
  for (const row of await rowsOf(bytes, mostRows)) {
    const meant = readRow(row);
    const name = `Vintage ${row.vintage}`;
    if ("why" in meant) leftOut.push({ line: row.line, name, why: meant.why });
    else if (wanted.has(meant.id)) {
      const why = `It is in line ${lines.get(meant.id)} already, whose price is used.`;
      leftOut.push({ line: row.line, name, why });
    } else {
      wanted.set(meant.id, meant.cents);
      lines.set(meant.id, row.line);
    }
  }
  return read;
}

async function rowsOf(bytes: Uint8Array, mostRows?: number): Promise<FileRow[]> {
  const { head, rows } = await readTable(bytes, mostRows);
  const vintage = head.indexOf("vintage");
  // Beside a column of euros another “Price” is in something else, or of something else.
  const price = head.includes("price (eur)") ? head.indexOf("price (eur)") : head.indexOf("price");
  if (vintage < 0 || price < 0 || rows.length === 0)
    return refuseFile(
      "The file needs the columns “Vintage” and “Price (EUR)”, and a row below them.",
    );
  return rows.map(({ line, cells }) => ({
    line,
    vintage: cells[vintage] ?? "",
    price: cells[price] ?? "",
  }));
}
