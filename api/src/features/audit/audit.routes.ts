import * as contract from "@tonneline/contract/audit";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { auditEntries, auditEntry, knownActions, type AuditRow } from "./audit.sql.ts";

function entryView(row: AuditRow): contract.AuditEntry {
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

const columns: CsvColumns<AuditRow> = [
  ["Entry", (row) => row.id],
  ["Time (UTC)", (row) => row.at.toISOString()],
  ["Who", (row) => row.actor],
  ["IP address", (row) => row.ip],
  ["Action", (row) => row.action],
  ["Thing", (row) => row.thing_type],
  ["Id", (row) => row.thing_id],
  ["Name", (row) => row.thing_name],
  ["Before", (row) => row.before && JSON.stringify(row.before)],
  ["After", (row) => row.after && JSON.stringify(row.after)],
];

/** Serves the audit log to operators. */
export function auditRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listAudit,
    async ({ query }) => {
      const [page, actions] = await Promise.all([
        auditEntries.page(db, query, entryView),
        knownActions(db),
      ]);
      return { ...page, actions };
    },
    ({ query }) => csvFile("audit", columns, auditEntries.stream(db, query)),
  );

  serve(contract.getAuditEntry, async ({ params }) => {
    const row = (await auditEntry(db, params.id)) ?? refuse("NOT_FOUND");
    return { ...entryView(row), position: row.position, hash: row.hash };
  });
}
