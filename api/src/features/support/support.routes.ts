import * as contract from "@tonneline/contract/support";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import { answerRequest, sendRequest, updateRequest, writeAgain } from "./support.service.ts";
import {
  messagesOf,
  requestById,
  requestsOf,
  supportRequests,
  type RequestRow,
} from "./support.sql.ts";
import { mine, myThread, thread, view } from "./support.view.ts";

/**
 * Routes for messages to the operators, with or without an account, and for the replies: RATE_LIMITED after too many. For a
 * writer, another's request is NOT_FOUND.
 */
export function supportRoutes(serve: Serve, db: Db, limits: AttemptLimits): void {
  const read = async (id: number) => {
    const row = (await requestById(db, id)) ?? refuse("NOT_FOUND");
    return thread(row, await messagesOf(db, id));
  };
  const readMine = async (id: number, userId: number) => {
    const row = await requestById(db, id);
    if (!row || row.user_id !== userId) return refuse("NOT_FOUND");
    return myThread(row, await messagesOf(db, id));
  };

  serve(contract.sendSupportRequest, async ({ body, caller, ip, once }) => {
    const { projectId, orderId, ...message } = body;
    const request = { ...message, projectId, orderId, userId: caller?.userId };
    await sendRequest(db, limits, request, { username: caller?.username, ip }, once);
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

  serve(contract.answerSupportRequest, async ({ params, body, actor, once }) => {
    const seen = { id: params.id, version: body.version, actor };
    await once(db, (tx) => answerRequest(tx, seen, body.text));
    return read(params.id);
  });

  serve(contract.listMySupportRequests, ({ query, caller }) =>
    requestsOf(caller.userId).page(db, query, mine),
  );

  serve(contract.getMySupportRequest, ({ params, caller }) => readMine(params.id, caller.userId));

  serve(contract.addSupportMessage, async ({ params, body, caller, ip, once }) => {
    await writeAgain(db, limits, { id: params.id, text: body.text }, { ...caller, ip }, once);
    return readMine(params.id, caller.userId);
  });
}

const columns: CsvColumns<RequestRow> = [
  ["Number", (row) => row.id],
  ["Sent (UTC)", (row) => row.created_at.toISOString()],
  ["First name", (row) => row.first_name],
  ["Last name", (row) => row.last_name],
  ["Email", (row) => row.email],
  ["Account", (row) => row.username],
  ["Topic", (row) => row.topic],
  ["Message", (row) => row.message],
  ["Project", (row) => row.project_name],
  ["Order", (row) => row.order_id],
  ["Status", (row) => row.status],
  ["Closed (UTC)", (row) => row.done_at?.toISOString()],
  ["Closed by", (row) => row.done_by_name],
  ["Note", (row) => row.note],
];
