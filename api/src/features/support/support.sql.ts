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

/** Keeps a request; a project or order that is unknown, or an order of somebody else, is left out. */
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

/** What people wrote to the operators. */
export const supportRequests = list(listSupportRequests, {
  from: sql`support_requests s`,
  id: "s.id",
  columns: {
    id: "s.id",
    createdAt: "s.created_at",
    lastName: byName("s.last_name"),
    email: "s.email",
    topic: byName("s.topic"),
    // Its beginning, which is what the list shows.
    message: sql`lower(left(s.message, 80))`,
    status: "s.status",
    doneAt: { by: "s.done_at", mayBeEmpty: true },
  },
  usual: { field: "createdAt", direction: "desc" },
  words: async (q, _query, executor) => {
    const later = sql<{
      id: number;
    }>`select request_id as id from support_messages where ${hasWords("words", q)}`;
    return [sql`(${hasWords("s.words", q)} or ${await isAmong(executor, "s.id", later)})`];
  },
  where: ({ createdFrom, createdTo }) => [withinDays(sql`s.created_at`, createdFrom, createdTo)],
  tabs: { by: "s.status" },
  rows: (executor, page) =>
    requests(executor).innerJoin(page, "page.id", "s.id").orderBy("page.place"),
});

/** What one account wrote to the operators. */
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
    usual: { field: "createdAt", direction: "desc" },
    words: (q) => [
      sql`(${hasWords("s.words", q)} or exists (select from support_messages
        where request_id = s.id and ${hasWords("support_messages.words", q)}))`,
    ],
    where: () => [sql`s.user_id = ${userId}`],
    tabs: { by: "s.status" },
    rows: (executor, page) =>
      requests(executor).innerJoin(page, "page.id", "s.id").orderBy("page.place"),
  });

/** What was written on a request after its first message, in order. */
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

/** Keeps a message, and says whose turn it is then; a request that was done is open again. */
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

/** What the writer of a request wrote last. */
export async function lastAsked(tx: Tx, request: LockedRequest): Promise<string> {
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

/** Whether an account reads the pages of buyers: nobody does who waits to be admitted, or is blocked. */
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

/** Anybody's: whoever shows it to its writer compares `user_id` first. Without a lock; undefined when there is none. */
export function requestById(executor: Executor, id: number): Promise<RequestRow | undefined> {
  return requests(executor).where("s.id", "=", id).executeTakeFirst();
}

/** A request, locked until the transaction ends. */
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

/** Marks a request done or open again. Undefined when it is no longer where it was thought to be. */
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

/** The operators' own note, which no writer reads; null takes it away. Numbers the version on, and the status stays. */
export async function recordRequest(tx: Tx, id: number, note: string | null): Promise<void> {
  await tx
    .updateTable("support_requests")
    .set({ note, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();
}

/** Those that an account sent, and those that its address was given in; returns their ids. */
export async function deleteRequests(tx: Tx, userId: number, email: string): Promise<number[]> {
  const rows = await tx
    .deleteFrom("support_requests")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb(sql`lower(email)`, "=", email)]))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
