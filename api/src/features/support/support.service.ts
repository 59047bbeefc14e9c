import type { SupportStatus } from "@tonneline/contract/support";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import { mailRequest } from "./support.mails.ts";
import * as store from "./support.sql.ts";

export type Support = ReturnType<typeof createSupport>;

/** What people write to the operators, and what becomes of it. */
export function createSupport(db: Db, limits: AttemptLimits) {
  /**
   * Keeps the request and mails it to the operators, in one transaction. RATE_LIMITED after too many of one account
   * (of one email without an account) or one address.
   */
  async function send(
    request: store.NewRequest,
    sender: { username: string | undefined; ip: string },
  ): Promise<void> {
    await limits.count("support", { account: sender.username ?? request.email, ip: sender.ip });
    await inTransaction(db, async (tx) => {
      const id = await store.insertRequest(tx, request);
      const path = `/management/support-requests?open=${id}`;
      await mailRequest(tx, await store.operatorsToTell(tx), request, path);
    });
  }

  /** Marks a request done or open again, and keeps a note. NOT_FOUND, or VERSION_CONFLICT after another change. */
  async function update(
    id: number,
    change: {
      version: number;
      status?: SupportStatus | undefined;
      note?: string | null | undefined;
    },
    actor: Actor,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const before = (await store.lockRequest(tx, id)) ?? refuse("NOT_FOUND");
      if (before.version !== change.version) return refuse("VERSION_CONFLICT");
      const status = change.status ?? (before.status as SupportStatus);
      const note = change.note === undefined ? before.note : change.note;
      if (status === before.status && note === before.note) return undefined;
      const doneNow = status === "DONE" && before.status !== "DONE";
      await store.updateRequest(tx, id, { status, note, doneNow, doneBy: actor.userId });
      return await noteAudit(tx, actor, {
        action: actionOf(before.status, status),
        thing: { type: "supportRequest", id, name: before.topic },
        before: { status: before.status, note: before.note },
        after: { status, note },
      });
    });
  }

  return { send, update };
}

function actionOf(before: string, after: string) {
  if (before === after) return "support.note";
  return after === "DONE" ? "support.done" : "support.reopen";
}

/** Takes away what a person wrote to the operators. */
export async function forgetRequests(tx: Tx, userId: number, email: string): Promise<void> {
  await store.deleteRequests(tx, userId, email);
}
