import { sql, type SqlBool } from "kysely";
import type { SupportStatus, supportSorts } from "@tonneline/contract/support";
import { withinDays } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import {
  allInOrder,
  chosenOf,
  pageInOrder,
  totalOf,
  type ListOrder,
  type Wanted,
} from "../../core/lists.ts";
import { hasWords } from "../../core/search.ts";

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
      project_id: sql<number>`(select id from projects where id = ${projectId} and not hidden)`,
      order_id: sql<number>`(select id from orders where id = ${orderId} and user_id = ${userId})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Where mails for the operators go: everybody who may answer. */
export async function operatorsToTell(executor: Executor): Promise<string[]> {
  const rows = await executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.username")
    .where("users.blocked", "=", false)
    .where((eb) => eb("roles.permissions", "@>", eb.val(["users:write"])))
    .orderBy("users.id")
    .execute();
  return rows.map(({ username }) => username);
}

type SortField = (typeof supportSorts)[number];

const order: ListOrder<SortField> = {
  columns: {
    id: "s.id",
    createdAt: "s.created_at",
    lastName: "s.last_name",
    email: "s.email",
    topic: "s.topic",
    // Its beginning, which is what the list shows.
    message: sql`lower(left(s.message, 200))`,
    status: "s.status",
    doneAt: "s.done_at",
  },
  mayBeEmpty: ["doneAt"],
  id: "s.id",
  usual: [{ field: "createdAt", direction: "desc" }],
};

export interface RequestFilter extends Wanted<SortField> {
  q?: string | undefined;
  status?: SupportStatus[] | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
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

function searched(executor: Executor, { q, createdFrom, createdTo }: RequestFilter) {
  const found = executor
    .selectFrom("support_requests as s")
    .where(withinDays(sql`s.created_at`, createdFrom, createdTo));
  return q ? found.where(hasWords("s.words", q)) : found;
}

function matching(executor: Executor, filter: RequestFilter) {
  const query = searched(executor, filter).select("s.id");
  if (!filter.status) return query;
  return query.where(sql<SqlBool>`s.status = any(${filter.status}::text[])`);
}

function rowsOf(executor: Executor, page: ReturnType<typeof allInOrder>) {
  return requests(executor).innerJoin(page, "page.id", "s.id").orderBy("page.place");
}

/** Every request of a filter, as it comes. */
export function requestStream(executor: Executor, filter: RequestFilter) {
  const found = matching(executor, filter);
  return rowsOf(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
}

/** A page of the requests, how many the filter finds, and the numbers by status for the same search. */
export async function requestPage(executor: Executor, filter: RequestFilter) {
  const page = pageInOrder(executor, matching(executor, filter), order, filter);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, page).execute(),
    searched(executor, filter)
      .select((eb) => ["s.status", eb.fn.countAll<number>().as("count")])
      .groupBy("s.status")
      .execute(),
  ]);
  return { rows, counts, total: totalOf(chosenOf(counts, filter.status)) };
}

export function requestById(executor: Executor, id: number): Promise<RequestRow | undefined> {
  return requests(executor).where("s.id", "=", id).executeTakeFirst();
}

/** A request, locked until the transaction ends. */
export function lockRequest(tx: Tx, id: number) {
  return tx
    .selectFrom("support_requests")
    .select(["id", "status", "note", "topic", "version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateRequest(
  tx: Tx,
  id: number,
  next: { status: SupportStatus; note: string | null; doneBy: number | null; doneNow: boolean },
): Promise<void> {
  await tx
    .updateTable("support_requests")
    .set({
      status: next.status,
      note: next.note,
      ...(next.status === "OPEN" && { done_by: null, done_at: null }),
      ...(next.doneNow && { done_by: next.doneBy, done_at: sql<Date>`now()` }),
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();
}

/** Those that an account sent, and those that its address was given in. */
export async function deleteRequests(tx: Tx, userId: number, email: string): Promise<void> {
  await tx
    .deleteFrom("support_requests")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb(sql`lower(email)`, "=", email)]))
    .execute();
}
