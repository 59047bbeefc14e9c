import { supportDecisions, type SupportStatus } from "@tonneline/contract/support";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { decide, type Subject } from "../../core/decisions.ts";
import { refuse } from "../../core/errors.ts";
import type { Once } from "../../core/idempotency.ts";
import { deleteMailsAbout } from "../../core/mail.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import { operatorsWith } from "../accounts/users.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { mailAnswer, mailMore, mailRequest } from "./support.mails.ts";
import * as store from "./support.sql.ts";

/**
 * Stores the request and mails it to the operators, in one transaction. RATE_LIMITED after too many from one account
 * (without one, from one email address) or one IP address.
 */
export async function sendRequest(
  db: Db,
  limits: AttemptLimits,
  request: store.NewRequest,
  sender: { username: string | undefined; ip: string },
  once: Once,
): Promise<void> {
  await limits.count("support", { account: sender.username ?? request.email, ip: sender.ip });
  await once(db, async (tx) => {
    const id = await store.insertRequest(tx, request);
    await mailRequest(tx, await operatorsWith(tx, "users:write"), { ...request, id });
  });
}

const requests: Subject<store.LockedRequest, { note: string | null }> = {
  name: "support",
  lock: store.lockRequest,
  move: async (tx, { id, from, to, actorId }, { note }) =>
    await store.moveRequest(tx, { id, from, to, note, actorId }),
  audited: {
    thing: ({ id, topic: name }) => ({ type: "supportRequest", id, name }),
    facts: ({ status, note }) => ({ status, note }),
  },
};

/** Marks a request as done or reopens it, and sets its note. NOT_FOUND, or VERSION_CONFLICT after another change. */
export async function updateRequest(
  db: Db,
  { id, version, actor }: { id: number; version: number; actor: KnownActor },
  change: { status?: SupportStatus | undefined; note?: string | null | undefined },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = (await store.lockRequest(tx, id)) ?? refuse("NOT_FOUND");
    if (before.version !== version) {
      return await refuseChanged(tx, { type: "supportRequest", id });
    }
    const note = change.note === undefined ? before.note : change.note;
    if (change.status !== undefined && change.status !== before.status) {
      const name = change.status === "DONE" ? "done" : "reopen";
      const request = { name, decision: supportDecisions[name] };
      return await decide(tx, requests, request, { id, actor }, async () => ({ change: { note } }));
    }
    if (note === before.note) return undefined;
    await store.setNote(tx, id, note);
    return await recordAudit(tx, actor, {
      action: "support.note",
      thing: { type: "supportRequest", id, name: before.topic },
      before: { note: before.note },
      after: { note },
    });
  });
}

/**
 * Replies to a request: the writer gets it by mail and, with an account, in the app. NOT_FOUND, or VERSION_CONFLICT after
 * another change, such as a colleague's reply.
 */
export async function answerRequest(
  tx: Tx,
  { id, version, actor }: { id: number; version: number; actor: KnownActor },
  text: string,
): Promise<void> {
  const request = (await store.lockRequest(tx, id)) ?? refuse("NOT_FOUND");
  if (request.version !== version) return refuse("VERSION_CONFLICT");
  await store.insertMessage(tx, { requestId: id, operatorId: actor.userId, text });
  const reads = request.user_id !== null && (await store.readsPages(tx, request.user_id));
  const question = await store.lastQuestion(tx, request);
  await mailAnswer(tx, request, { question, text, operator: actor.username, reads });
  if (request.user_id !== null) {
    const facts = { supportRequestId: id, topic: request.topic };
    await notify(tx, [{ userId: request.user_id, code: "support.answered", facts }]);
  }
  await recordAudit(tx, actor, {
    action: "support.answer",
    thing: { type: "supportRequest", id, name: request.topic },
    before: { status: request.status },
    after: { status: "WAITING" },
  });
}

/**
 * Adds a message to the writer's own request and tells the operators. NOT_FOUND for another's; RATE_LIMITED like a new
 * request.
 */
export async function writeAgain(
  db: Db,
  limits: AttemptLimits,
  { id, text }: { id: number; text: string },
  writer: { userId: number; username: string; ip: string },
  once: Once,
): Promise<void> {
  if ((await store.requestById(db, id))?.user_id !== writer.userId) return refuse("NOT_FOUND");
  await limits.count("support", { account: writer.username, ip: writer.ip });
  await once(db, async (tx) => {
    const request = (await store.lockRequest(tx, id)) ?? refuse("NOT_FOUND");
    await store.insertMessage(tx, { requestId: id, operatorId: null, text });
    await mailMore(tx, await operatorsWith(tx, "users:write"), request, text);
  });
}

/** Deletes a person's requests to the operators with their mails, whichever address was given for replies. */
export async function deleteRequestsOf(tx: Tx, userId: number, email: string): Promise<void> {
  await deleteMailsAbout(tx, await store.deleteRequests(tx, userId, email));
}

/** Deletes the requests that were done more than so many days ago, with their mails. */
export async function pruneOldRequests(db: Db, days: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteMailsAbout(tx, await store.deleteOldRequests(tx, days));
  });
}
