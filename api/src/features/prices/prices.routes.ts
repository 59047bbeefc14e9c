import * as contract from "@tonneline/contract/prices";
import { bulkRunOf, openRunsOf, startBulk } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { changingPrices, previewFile, previewRule, view } from "./prices.service.ts";
import { prices, type PriceRow } from "./prices.sql.ts";

/** Serves the operators' calls for the prices of many vintages. */
export function priceRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listPrices,
    ({ query }) => prices.page(db, query, view),
    ({ query }) => csvFile("prices", columns, prices.stream(db, query)),
  );

  serve(contract.previewPrices, ({ body }) => previewRule(db, body.rule, body.ids));

  serve(contract.readPriceFile, ({ file }) => previewFile(db, file.bytes));

  serve(contract.changePrices, ({ body: { rows }, actor, idempotencyKey }) =>
    startBulk(db, changingPrices, { actor, decision: "change", rows, idempotencyKey }),
  );

  serve(contract.listPriceChanges, async ({ caller, query }) =>
    pageWithin(await openRunsOf(db, changingPrices, caller.userId), query),
  );

  serve(contract.getPriceChanges, ({ params, caller }) =>
    bulkRunOf(db, changingPrices, { id: params.id, actorId: caller.userId }),
  );
}

// The first two are read when the edited file is uploaded.
const columns: CsvColumns<PriceRow> = [
  ["Vintage", (row) => row.id],
  ["Price (EUR)", (row) => row.price_cents && view(row).price],
  ["Project", (row) => row.project_name],
  ["Registry ID", (row) => row.external_id],
  ["Year", (row) => row.year],
  ["Available (t)", (row) => row.available],
];
