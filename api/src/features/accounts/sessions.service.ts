import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { Caller } from "../../core/http/serve.ts";
import * as store from "./sessions.sql.ts";

/** Lists the open sessions, the last used first; `current` marks that of the caller. */
export async function listSessions(db: Db, caller: Pick<Caller, "userId" | "sessionId">) {
  const rows = await store.openSessionsOf(db, caller.userId);
  return rows.map((row) => ({ ...row, current: row.id === caller.sessionId }));
}

/** Ends one of the caller's sessions; NOT_FOUND if it has ended already, or belongs to someone else. */
export async function endOwnSession(
  db: Db,
  actor: Actor,
  caller: Pick<Caller, "userId">,
  sessionId: string,
) {
  await inTransaction(db, async (tx) => {
    const ended = await store.endSessionOf(tx, caller.userId, sessionId, "ended by its owner");
    if (!ended) return refuse("NOT_FOUND");
    const thing = { type: "user", id: caller.userId, name: actor.username };
    await recordAudit(tx, actor, { action: "session.end", thing, before: ended });
  });
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(
  db: Db,
  actor: Actor,
  caller: Pick<Caller, "userId" | "sessionId">,
) {
  const { userId, sessionId } = caller;
  await inTransaction(db, async (tx) => {
    const count = await store.endSessionsOf(tx, userId, "ended by its owner", sessionId);
    const thing = { type: "user", id: userId, name: actor.username };
    await recordAudit(tx, actor, { action: "session.end-others", thing, before: { count } });
  });
}
