import { sql } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import { listMySupportRequests, listSupportRequests } from "@tonneline/contract/support";
import { withinDays } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import { hasWords, isAmong } from "../../core/search.ts";

export interface NewRequest {
  firstName: string;
  lastName: string;
  email: string;
  topic: string;
  message: string;
  userId: number | undefined;
  projectId: number | undefined;
  orderId: number | undefined;
}

/** Inserts a request; an unknown project or order, or someone else's order, is left out. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<number> {
  const { userId = null, projectId = null, orderId = null } = request;
  const { id } = await tx
    .insertInto("support_requests")
    .values({
      first_name: request.firstName,
      last_name: request.lastName,
      email: request.email,
      topic: request.topic,
      message: request.message,
      user_id: userId,
      project_id: sql<number>`(select id from projects where id = ${projectId} and not hidden for key share)`,
      order_id: sql<number>`(select id from orders where id = ${orderId}
        and company_id = (select company_id from users where id = ${userId}))`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function requests(executor: Executor) {
  return executor
    .selectFrom("support_requests as s")
    .leftJoin("users", "users.id", "s.user_id")
    .leftJoin("users as operators", "operators.id", "s.done_by")
    .leftJoin("projects", "projects.id", "s.project_id")
    .selectAll("s")
    .select([
      "users.username",
      "operators.username as done_by_name",
      "projects.name as project_name",
    ]);
}
export type RequestRow = Awaited<ReturnType<ReturnType<typeof requests>["execute"]>>[number];

/** Lists all requests to the operators. */
export const supportRequests = list(listSupportRequests, {
  from: sql`support_requests s`,
  id: "s.id",
  columns: {
    id: "s.id",
    createdAt: "s.created_at",
    lastName: byName("s.last_name"),
    email: "s.email",
    topic: byName("s.topic"),
    // Its beginning, as the list shows it.
    message: sql`lower(left(s.message, 80))`,
    status: "s.status",
    doneAt: { by: "s.done_at", mayBeEmpty: true },
  },
  defaultOrder: { field: "createdAt", direction: "desc" },
  words: async (q, _query, executor) => {
    const later = sql<{
      id: number;
    }>`select request_id as id from support_messages where ${hasWords("words", q)}`;
    return [sql`(${hasWords("s.words", q)} or ${await isAmong(executor, "s.id", later)})`];
  },
  where: ({ createdFrom, createdTo }) => [withinDays(sql`s.created_at`, createdFrom, createdTo)],
  tabs: { by: "s.status" },
  rows: (executor, page) =>
    requests(executor).innerJoin(page, "page.id", "s.id").orderBy("page.position"),
});

/** Lists the requests of one account. */
export const requestsOf = (userId: number) =>
  list(listMySupportRequests, {
    from: sql`support_requests s`,
    id: "s.id",
    columns: {
      id: "s.id",
      createdAt: "s.created_at",
      topic: byName("s.topic"),
      status: "s.status",
    },
    defaultOrder: { field: "createdAt", direction: "desc" },
    words: (q) => [
      sql`(${hasWords("s.words", q)} or exists (select from support_messages
        where request_id = s.id and ${hasWords("support_messages.words", q)}))`,
    ],
    where: () => [sql`s.user_id = ${userId}`],
    tabs: { by: "s.status" },
    rows: (executor, page) =>
      requests(executor).innerJoin(page, "page.id", "s.id").orderBy("page.position"),
  });

/** Returns the messages of a request after the first one, in order. */
export function messagesOf(executor: Executor, requestId: number) {
  return executor
    .selectFrom("support_messages as m")
    .leftJoin("users", "users.id", "m.operator_id")
    .select([
      "m.id",
      "m.text",
      "m.created_at",
      "m.operator_id",
      "users.first_name",
      "users.last_name",
      "users.erased_at",
    ])
    .where("m.request_id", "=", requestId)
    .orderBy("m.id")
    .execute();
}
export type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number];

/** Inserts a message and updates whose turn it is; a request that was done is reopened. */
export async function insertMessage(
  tx: Tx,
  message: { requestId: number; operatorId: number | null; text: string },
): Promise<void> {
  const { requestId, operatorId, text } = message;
  await tx
    .insertInto("support_messages")
    .values({ request_id: requestId, operator_id: operatorId, text })
    .execute();
  await tx
    .updateTable("support_requests")
    .set({
      status: operatorId === null ? "OPEN" : "WAITING",
      done_at: null,
      done_by: null,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", requestId)
    .execute();
}

/** Returns the latest message by the writer of a request. */
export async function lastQuestion(tx: Tx, request: LockedRequest): Promise<string> {
  const last = await tx
    .selectFrom("support_messages")
    .select("text")
    .where("request_id", "=", request.id)
    .where("operator_id", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.text ?? request.message;
}

/** Whether an account can read the pages of buyers: not if it is waiting to be admitted, or blocked. */
export async function readsPages(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.id")
    .where("users.id", "=", userId)
    .where("users.blocked", "=", false)
    .where("roles.name", "<>", roleNames.anonymous)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns any request: before showing it to a writer, compare `user_id`. Takes no lock; undefined if there is none. */
export function requestById(executor: Executor, id: number): Promise<RequestRow | undefined> {
  return requests(executor).where("s.id", "=", id).executeTakeFirst();
}

/** Locks a request until the transaction ends. */
export function lockRequest(tx: Tx, id: number) {
  return tx
    .selectFrom("support_requests")
    .select(locked)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

const locked = [
  "id",
  "status",
  "note",
  "topic",
  "version",
  "user_id",
  "email",
  "first_name",
  "last_name",
  "message",
] as const;

/** Marks a request as done or reopens it; undefined if its status is no longer `from`. */
export function moveRequest(
  tx: Tx,
  step: { id: number; from: string; to: string; note: string | null; actorId: number },
): Promise<LockedRequest | undefined> {
  const isDone = step.to === "DONE";
  return tx
    .updateTable("support_requests")
    .set({
      status: step.to,
      note: step.note,
      done_by: isDone ? step.actorId : null,
      done_at: isDone ? sql<Date>`now()` : null,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", step.id)
    .where("status", "=", step.from)
    .returning(locked)
    .executeTakeFirst();
}

/** Sets the operators' note, which writers never see; null removes it. Bumps the version; the status stays the same. */
export async function setNote(tx: Tx, id: number, note: string | null): Promise<void> {
  await tx
    .updateTable("support_requests")
    .set({ note, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();
}

/** Deletes the requests that were done more than so many days ago; returns their ids. */
export async function deleteOldRequests(tx: Tx, days: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom("support_requests")
    .where("done_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the requests that an account sent, or that name its address; returns their ids. */
export async function deleteRequests(tx: Tx, userId: number, email: string): Promise<number[]> {
  const rows = await tx
    .deleteFrom("support_requests")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb(sql`lower(email)`, "=", email)]))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
