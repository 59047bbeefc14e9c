import { readTable, refuseFile } from "../../core/table.ts";
import { readRow, type FileRow } from "./prices.rules.ts";

/** Prices read from a file. */
export interface FilePrices {
  /** Cents by vintage id. */
  wanted: Map<number, number>;
  /** Line numbers in the file by vintage id. */
  lines: Map<number, number>;
  /** Rows that have no price of a vintage, with the reason. */
  leftOut: { line: number; name: string; why: string }[];
}

/**
 * Reads the prices from a CSV or XLSX file with the columns “Vintage” and “Price (EUR)”. Refuses with
 * VALIDATION_FAILED for a file that lacks one of the two or has more than `maxRows` rows.
 */
export async function readPrices(bytes: Uint8Array, maxRows: number): Promise<FilePrices> {
  const read: FilePrices = { wanted: new Map(), lines: new Map(), leftOut: [] };
  const { wanted, lines, leftOut } = read;
  for (const row of await rowsOf(bytes, maxRows)) {
    const meant = readRow(row);
    const name = `Vintage ${row.vintage}`;
    if ("why" in meant) leftOut.push({ line: row.line, name, why: meant.why });
    else if (wanted.has(meant.id)) {
      const why = `It is already in line ${lines.get(meant.id)}, whose price is used.`;
      leftOut.push({ line: row.line, name, why });
    } else {
      wanted.set(meant.id, meant.cents);
      lines.set(meant.id, row.line);
    }
  }
  return read;
}

async function rowsOf(bytes: Uint8Array, maxRows: number): Promise<FileRow[]> {
  const { head, rows } = await readTable(bytes, maxRows);
  const vintage = head.indexOf("vintage");
  // Next to a “Price (EUR)” column, a “Price” column has another currency or meaning.
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
