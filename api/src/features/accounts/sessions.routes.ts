import * as contract from "@tonneline/contract/sessions";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./sessions.service.ts";

/** Routes for the caller's sessions. An ended session is rejected at once on this server, within seconds on others. */
export function sessionRoutes(
  serve: Serve,
  db: Db,
  invalidateCallersOf: (userId: number) => void,
): void {
  serve(contract.listSessions, async ({ caller, query }) => {
    const rows = await listSessions(db, caller);
    const content = rows.map(({ createdAt, seenAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    }));
    return pageWithin(content, query);
  });
  serve(contract.endSession, async ({ actor, caller, params }) => {
    await endOwnSession(db, actor, caller, params.id);
    invalidateCallersOf(caller.userId);
  });
  serve(contract.endOtherSessions, async ({ actor, caller }) => {
    await endOtherSessions(db, actor, caller);
    invalidateCallersOf(caller.userId);
  });
}
