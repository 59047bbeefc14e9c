import * as contract from "@tonneline/contract/companies";
import type { Db } from "../../core/db.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { RowOf } from "../../core/lists.ts";
import { euros } from "../../core/money.ts";
import {
  blockCompany,
  changeCreditLimit,
  companyRecordOf,
  companyView,
  mergeCompanies,
} from "./companies.service.ts";
import { companyHoldings, listedCompanies } from "./companies.sql.ts";
import { appointOwner } from "./members.service.ts";

const columns: CsvColumns<RowOf<typeof listedCompanies>> = [
  ["Company", (row) => row.id],
  ["Name", (row) => row.name],
  ["Status", (row) => row.state],
  ["Legal name", (row) => row.legalName],
  ["VAT number", (row) => row.vatNumber],
  ["Country", (row) => row.countryCode],
  ["Owner", (row) => row.ownerName],
  ["Members", (row) => row.members],
  ["Orders", (row) => row.orders],
  ["Paid (EUR)", (row) => euros(row.paidCents)],
  ["Unpaid (EUR)", (row) => euros(row.openCents)],
  ["Since (UTC)", (row) => row.createdAt.toISOString()],
];

/** Routes for operators who manage companies. `invalidateCallersOf` drops an account's sessions from the cache. */
export function managedCompanyRoutes(
  serve: Serve,
  db: Db,
  invalidateCallersOf: (userId: number) => void,
): void {
  const read = (companyId: number) => companyRecordOf(db, companyId);
  serve(
    contract.listCompanies,
    ({ query }) => listedCompanies.page(db, query, companyView),
    ({ query }) => csvFile("companies", columns, listedCompanies.stream(db, query)),
  );
  serve(contract.getCompanyRecord, ({ params }) => read(params.id));
  serve(contract.listCompanyHoldings, async ({ params, query }) => {
    await read(params.id);
    return companyHoldings(params.id).page(db, query, (row) => row);
  });
  serve(contract.updateCompanyRecord, async ({ params, body, actor }) => {
    await changeCreditLimit(db, actor, params.id, body);
    return read(params.id);
  });
  serve(contract.blockCompany, async ({ params, body, actor }) => {
    await blockCompany(db, actor, params.id, body.reason);
    const record = await read(params.id);
    for (const { userId } of record.people) invalidateCallersOf(userId);
    return record;
  });
  serve(contract.unblockCompany, async ({ params, actor }) => {
    await blockCompany(db, actor, params.id, null);
    const record = await read(params.id);
    for (const { userId } of record.people) invalidateCallersOf(userId);
    return record;
  });
  serve(contract.mergeCompany, async ({ params, body: { intoId, reason }, actor, once }) => {
    const merge = { fromId: params.id, intoId, reason };
    const moved = await once(db, (tx) => mergeCompanies(tx, actor, merge));
    for (const userId of moved) invalidateCallersOf(userId);
    return read(intoId);
  });
  serve(contract.appointOwner, async ({ params, body, actor }) => {
    await appointOwner(db, actor, params.id, body);
    invalidateCallersOf(body.userId);
    return read(params.id);
  });
}
