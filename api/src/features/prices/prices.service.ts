import { CsvError, parse } from "csv-parse/sync";
import type { z } from "zod";
import type { newPrice, PricePreview, PriceRule, VintagePrice } from "@tonneline/contract/prices";
import type { KnownActor } from "../../core/audit.ts";
import { bulkJob } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { cents, euros } from "../../core/money.ts";
import { saveVintage } from "../projects/vintages.service.ts";
import { priceAfter, readRow, type FileRow } from "./prices.rules.ts";
import { holdersOf, vintageById, vintagesOf, type PriceRow } from "./prices.sql.ts";

/** Changes prices one after the other. */
export const changingPrices = bulkJob("prices.change");

const nameOf = ({ project_name: name, year }: PriceRow) => `${name}, ${year}`;

/** A vintage's price as operators list it. */
export function view(row: PriceRow): VintagePrice {
  return {
    id: row.id,
    project: { id: row.project_id, name: row.project_name, externalId: row.external_id },
    year: row.year,
    price: row.price_cents === null ? null : euros(row.price_cents),
    available: row.available,
    version: row.version,
  };
}

/** What a rule makes of the prices of these vintages, and who is told. Prices on request stay as they are. */
export async function previewRule(
  db: Db,
  rule: PriceRule,
  ids: readonly number[],
): Promise<PricePreview> {
  const rows = await vintagesOf(db, ids);
  const leftOut: PricePreview["leftOut"] = [];
  const wanted = new Map<number, number>();
  for (const row of rows) {
    const after = row.price_cents === null ? undefined : priceAfter(row.price_cents, rule);
    if (after !== undefined) wanted.set(row.id, after);
    else {
      const why =
        row.price_cents === null
          ? "Its price is on request."
          : "Its price would leave what can be asked, from €0.01 to €1,000,000.00.";
      leftOut.push({ line: null, name: nameOf(row), why });
    }
  }
  return await preview(db, rows, wanted, leftOut);
}

/**
 * What a CSV file makes of the prices of its vintages. VALIDATION_FAILED for a file that has not the two columns, or
 * more than a thousand rows.
 */
export async function previewFile(db: Db, bytes: Uint8Array): Promise<PricePreview> {
  const leftOut: PricePreview["leftOut"] = [];
  const wanted = new Map<number, number>();
  const lines = new Map<number, number>();
  for (const row of rowsOf(bytes)) {
    const read = readRow(row);
    const name = `Vintage ${row.vintage}`;
    if ("why" in read) leftOut.push({ line: row.line, name, why: read.why });
    else if (wanted.has(read.id)) {
      const why = `It stands in line ${lines.get(read.id)} already, whose price is taken.`;
      leftOut.push({ line: row.line, name, why });
    } else {
      wanted.set(read.id, read.cents);
      lines.set(read.id, row.line);
    }
  }
  const rows = await vintagesOf(db, [...wanted.keys()]);
  const found = new Set(rows.map(({ id }) => id));
  for (const [id, line] of lines)
    if (!found.has(id))
      leftOut.push({ line, name: `Vintage ${id}`, why: "There is no such vintage on sale." });
  return await preview(db, rows, wanted, leftOut);
}

async function preview(
  db: Db,
  rows: readonly PriceRow[],
  wanted: ReadonlyMap<number, number>,
  leftOut: PricePreview["leftOut"],
): Promise<PricePreview> {
  const meant = rows.filter(({ id }) => wanted.has(id));
  const changing = meant.filter((row) => wanted.get(row.id) !== row.price_cents);
  const ids = changing.map(({ id }) => id);
  const { carts, shortlists } = await holdersOf(db, ids);
  return {
    rows: changing.map((row) => ({
      ...view(row),
      after: euros(wanted.get(row.id)!),
      carts: carts[row.id]?.length ?? 0,
      shortlists: shortlists[row.id]?.length ?? 0,
    })),
    leftOut: leftOut.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    unchanged: meant.length - changing.length,
    told: {
      carts: new Set(Object.values(carts).flat()).size,
      shortlists: new Set(Object.values(shortlists).flat()).size,
    },
  };
}

const mostRows = 1000;

/** What stands between the cells, by the file's first line: where a comma begins the cents, it is a semicolon. */
function separatorOf(bytes: Uint8Array): string {
  const [head = ""] = Buffer.from(bytes.subarray(0, 2000)).toString("utf8").split("\n", 1);
  return [";", "\t"].find((each) => head.includes(each)) ?? ",";
}

function rowsOf(bytes: Uint8Array): FileRow[] {
  const wrong = (message: string) =>
    refuse("VALIDATION_FAILED", { fieldErrors: [{ path: "file", message }] });
  let records: { record: Record<string, string>; info: { lines: number } }[];
  try {
    records = parse(Buffer.from(bytes), {
      bom: true,
      columns: (head: string[]) => head.map((each) => each.trim().toLowerCase()),
      delimiter: separatorOf(bytes),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return wrong("This file cannot be read. Save it as “CSV UTF-8” and choose it again.");
  }
  const rows = records.map(({ record, info }) => ({
    line: info.lines,
    vintage: record["vintage"] ?? "",
    price: record["price (eur)"] ?? record["price"] ?? "",
  }));
  const [first] = records;
  if (!first || !("vintage" in first.record) || !/price/.test(Object.keys(first.record).join()))
    return wrong("The file needs the columns “Vintage” and “Price (EUR)”, and a row below them.");
  if (rows.length > mostRows)
    return wrong(`The file has ${rows.length} rows. Split it: at most 1,000 change at once.`);
  return rows;
}

/** Gives one vintage another price, as its editor does. Done before, it is done: a run may come twice. */
export async function changePrice(
  db: Db,
  vintageId: number,
  { price, version }: z.output<typeof newPrice>,
  actor: KnownActor,
): Promise<void> {
  const vintage = (await vintageById(db, vintageId)) ?? refuse("NOT_FOUND");
  if (vintage.priceCents === cents(price)) return;
  await saveVintage(db, actor, vintage.projectId, vintageId, { price, version });
}
