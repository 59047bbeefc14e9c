import type { z } from "zod";
import type { newPrice, PricePreview, PriceRule, VintagePrice } from "@tonneline/contract/prices";
import { bulkJob } from "../../core/bulk.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import type { DecisionContext } from "../../core/decisions.ts";
import { refuse } from "../../core/errors.ts";
import { storeAnswer } from "../../core/idempotency.ts";
import { cents, euros, eurosOrNone } from "../../core/money.ts";
import { refuseFile } from "../../core/table.ts";
import { alterVintage } from "../projects/vintages.service.ts";
import { readPrices } from "./priceFile.service.ts";
import { priceAfter } from "./prices.rules.ts";
import { holdersOf, vintageById, vintagesOf, type PriceRow } from "./prices.sql.ts";

/** Changes prices one by one. */
export const changingPrices = bulkJob("prices.change");

const nameOf = ({ project_name: name, year }: PriceRow) => `${name}, ${year}`;

/** A vintage's price as shown in the operators' list. */
export function view(row: PriceRow): VintagePrice {
  return {
    id: row.id,
    project: { id: row.project_id, name: row.project_name, externalId: row.external_id },
    year: row.year,
    price: eurosOrNone(row.price_cents),
    available: row.available,
    version: row.version,
  };
}

/**
 * Previews a rule's effect on the prices of these vintages, and how many carts and shortlists are
 * notified. Prices on request do not change.
 */
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
          : "Its price would be outside the possible range, from €0.01 to €1,000,000.00.";
      leftOut.push({ line: null, name: nameOf(row), why });
    }
  }
  return await preview(db, rows, wanted, leftOut);
}

// The export of all prices on sale is a valid file: rows with unchanged prices do not count towards the limit.
const maxRows = 100_000;
const maxChanges = 1000;

/**
 * Previews the effect of a CSV or XLSX file on its vintages' prices. Refuses with VALIDATION_FAILED
 * for a file that lacks one of the two columns or changes more than a thousand prices.
 */
export async function previewFile(db: Db, bytes: Uint8Array): Promise<PricePreview> {
  const { wanted, lines, leftOut } = await readPrices(bytes, maxRows);
  const rows = await vintagesOf(db, [...wanted.keys()]);
  const found = new Set(rows.map(({ id }) => id));
  for (const [id, line] of lines)
    if (!found.has(id))
      leftOut.push({ line, name: `Vintage ${id}`, why: "There is no such vintage on sale." });
  const shown = await preview(db, rows, wanted, leftOut);
  if (shown.rows.length > maxChanges)
    return refuseFile(
      "More than 1,000 prices change. Split the file: at most 1,000 change at once.",
    );
  return shown;
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

/**
 * Changes the price of one vintage, like its editor does. The idempotency key is stored with the
 * change: a run resumed after a server died recognizes it as done, whatever the price is by then.
 */
export async function changePrice(
  db: Db,
  { id, actor, idempotencyKey }: DecisionContext,
  { price, version }: z.output<typeof newPrice>,
): Promise<void> {
  const vintage = (await vintageById(db, id)) ?? refuse("NOT_FOUND");
  if (vintage.priceCents === cents(price)) return;
  await inTransaction(db, async (tx) => {
    await alterVintage(tx, actor, vintage.projectId, id, { price, version });
    if (idempotencyKey === undefined) return;
    const call = { userId: actor.userId, endpoint: `change price ${id}`, key: idempotencyKey };
    await storeAnswer(tx, { ...call, body: { price } }, { price });
  });
}
