import * as contract from "@tonneline/contract/sessions";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./sessions.service.ts";

/** Where the caller is logged in. An ended session lets nobody in: at once here, within seconds on other servers. */
export function sessionRoutes(
  serve: Serve,
  db: Db,
  invalidateCallersOf: (userId: number) => void,
): void {
  serve(contract.listSessions, async ({ caller }) => {
    const rows = await listSessions(db, caller);
    const content = rows.map(({ createdAt, seenAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    }));
    return { content };
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
