import * as contract from "@tonneline/contract/audit";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { auditEntry, auditPage, auditStream } from "./audit.sql.ts";

type Row = Awaited<ReturnType<typeof auditPage>>["rows"][number];

function entryView(row: Row): contract.AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actor: row.actor,
    ip: row.ip,
    action: row.action,
    thingType: row.thing_type,
    thingId: row.thing_id,
    thingName: row.thing_name,
    before: row.before as contract.AuditEntry["before"],
    after: row.after as contract.AuditEntry["after"],
  };
}

const columns: CsvColumns<Row> = [
  ["Entry", (row) => row.id],
  ["Time (UTC)", (row) => row.at.toISOString()],
  ["Who", (row) => row.actor],
  ["From address", (row) => row.ip],
  ["Action", (row) => row.action],
  ["Thing", (row) => row.thing_type],
  ["Id", (row) => row.thing_id],
  ["Name", (row) => row.thing_name],
  ["Before", (row) => row.before && JSON.stringify(row.before)],
  ["After", (row) => row.after && JSON.stringify(row.after)],
];

/** The operators' view of the audit log. */
export function auditRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listAudit,
    async ({ query }) => {
      const { rows, total, actions } = await auditPage(db, query);
      return { ...pageOf(rows.map(entryView), total, query), actions };
    },
    ({ query }) => csvFile("audit", columns, auditStream(db, query)),
  );

  serve(contract.getAuditEntry, async ({ params }) => {
    const row = (await auditEntry(db, params.id)) ?? refuse("NOT_FOUND");
    return { ...entryView(row), position: row.position, hash: row.hash };
  });
}
