import * as contract from "@tonneline/contract/priceLists";
import type { Db } from "../../core/db.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import {
  changePriceList,
  createPriceList,
  listedView,
  previewPriceList,
  priceListBy,
  readFile,
  removePriceList,
} from "./priceLists.service.ts";
import { priceLists, type PriceListRow } from "./priceLists.sql.ts";

/** Serves the operators' calls for company-specific prices. */
export function priceListRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listPriceLists,
    ({ query }) => priceLists.page(db, query, listedView),
    ({ query }) => csvFile("price-lists", columns, priceLists.stream(db, query)),
  );
  serve(contract.getPriceList, ({ params }) => priceListBy(db, params.id));
  serve(contract.createPriceList, async ({ actor, body, once }) =>
    priceListBy(db, await once(db, (tx) => createPriceList(tx, actor, body))),
  );
  serve(contract.updatePriceList, async ({ actor, params, body }) => {
    await changePriceList(db, actor, params.id, body);
    return await priceListBy(db, params.id);
  });
  serve(contract.deletePriceList, ({ actor, params }) => removePriceList(db, actor, params.id));
  serve(contract.previewPriceList, ({ body }) => previewPriceList(db, body));
  serve(contract.readPriceListFile, ({ file }) => readFile(db, file.bytes));
}

const columns: CsvColumns<PriceListRow> = [
  ["Id", (row) => row.id],
  ["Name", (row) => row.name],
  ["From", (row) => row.validFrom],
  ["Until", (row) => row.validUntil],
  ["Status", (row) => row.state],
  ["Companies", (row) => row.companies.map(({ name }) => name).join("; ")],
  ["Rules", (row) => row.rules.length],
  ["Prices", (row) => row.prices],
  ["Changed (UTC)", (row) => row.updatedAt.toISOString()],
];
