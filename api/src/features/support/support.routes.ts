import * as contract from "@tonneline/contract/support";
import type { SupportRequest, SupportStatus } from "@tonneline/contract/support";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import { sendRequest, updateRequest } from "./support.service.ts";
import { requestById, supportRequests, type RequestRow } from "./support.sql.ts";

export function supportRoutes(serve: Serve, db: Db, limits: AttemptLimits): void {
  const read = async (id: number) => view((await requestById(db, id)) ?? refuse("NOT_FOUND"));

  serve(contract.sendSupportRequest, async ({ body, caller, ip }) => {
    const { projectId, orderId, ...message } = body;
    const request = { ...message, projectId, orderId, userId: caller?.userId };
    await sendRequest(db, limits, request, { username: caller?.username, ip });
  });

  serve(
    contract.listSupportRequests,
    ({ query }) => supportRequests.page(db, query, view),
    ({ query }) => csvFile("support-requests", columns, supportRequests.stream(db, query)),
  );

  serve(contract.getSupportRequest, ({ params }) => read(params.id));

  serve(contract.updateSupportRequest, async ({ params, body, actor }) => {
    const { version, ...change } = body;
    await updateRequest(db, { id: params.id, version, actor }, change);
    return read(params.id);
  });
}

const columns: CsvColumns<RequestRow> = [
  ["Number", (row) => row.id],
  ["Sent", (row) => row.created_at.toISOString()],
  ["First name", (row) => row.first_name],
  ["Last name", (row) => row.last_name],
  ["Email", (row) => row.email],
  ["Account", (row) => row.username],
  ["Topic", (row) => row.topic],
  ["Message", (row) => row.message],
  ["Project", (row) => row.project_name],
  ["Order", (row) => row.order_id],
  ["Status", (row) => row.status],
  ["Done", (row) => row.done_at?.toISOString()],
  ["Done by", (row) => row.done_by_name],
  ["Note", (row) => row.note],
];

function view(row: RequestRow): SupportRequest {
  const { project_id: projectId, project_name: projectName } = row;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    topic: row.topic,
    message: row.message,
    status: row.status as SupportStatus,
    username: row.username,
    project:
      projectId !== null && projectName !== null ? { id: projectId, name: projectName } : null,
    orderId: row.order_id,
    note: row.note,
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.done_by_name,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}
