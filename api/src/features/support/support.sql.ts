import { sql, type SqlBool } from "kysely";
import type { SupportStatus, supportSorts } from "@tonneline/contract/support";
import { placed, patternOf, type Executor, type Tx } from "../../core/db.ts";

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

const sortColumns = {
  id: "s.id",
  createdAt: "s.created_at",
  lastName: "s.last_name",
  email: "s.email",
  topic: "s.topic",
  status: "s.status",
  doneAt: "s.done_at",
} as const satisfies Record<(typeof supportSorts)[number], string>;

export interface RequestFilter {
  q?: string | undefined;
  status?: SupportStatus[] | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
  page: number;
  size: number;
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

/**
 * The requests, with words to search for those that have them. Where nothing of the request itself is asked for
 * PostgreSQL leaves the left join out: then the words and what is beside them are all that is read.
 */
function requestsWith(executor: Executor, { q, sort }: RequestFilter) {
  const all = executor.selectFrom("support_requests as s");
  if (!q) return all;
  const besideWords = sort.every(({ field }) => ["id", "status", "createdAt"].includes(field));
  const found = sql`(
    select w.request_id as id, w.status, w.created_at, r.last_name, r.email, r.topic, r.done_at
    from support_searches w ${besideWords ? sql`left join` : sql`join`} support_requests r on r.id = w.request_id
    where w.words like ${patternOf(q)})`;
  return executor.selectFrom(found.as("s")) as unknown as typeof all;
}

function searched(executor: Executor, filter: RequestFilter) {
  const { createdFrom, createdTo } = filter;
  let found = requestsWith(executor, filter);
  if (createdFrom) found = found.where(sql<SqlBool>`s.created_at >= ${createdFrom}::date`);
  if (createdTo) found = found.where(sql<SqlBool>`s.created_at < ${createdTo}::date + 1`);
  return found;
}

/** The ids in their order; what a row shows is read afterwards, for the rows of the page alone. */
function sortedIds(executor: Executor, filter: RequestFilter) {
  let query = searched(executor, filter).select("s.id");
  if (filter.status) query = query.where(sql<SqlBool>`s.status = any(${filter.status}::text[])`);
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) => {
      const directed = direction === "asc" ? order.asc() : order.desc();
      // Only this may be empty; for the others an index gives the order.
      return field === "doneAt" ? directed.nullsLast() : directed;
    });
  }
  if (filter.sort.length === 0) query = query.orderBy("s.created_at", "desc");
  return query.orderBy("s.id", filter.sort.at(-1)?.direction ?? "desc");
}

function rowsOf(executor: Executor, ids: ReturnType<typeof sortedIds>) {
  const page = placed(executor, ids);
  return requests(executor).innerJoin(page, "page.id", "s.id").orderBy("page.place");
}

/** Every request of a filter, as it comes. */
export function requestStream(executor: Executor, filter: RequestFilter) {
  return rowsOf(executor, sortedIds(executor, filter)).stream(500);
}

/** A page of the requests, and the numbers by status for the same search. */
export async function requestPage(executor: Executor, filter: RequestFilter) {
  const ids = sortedIds(executor, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, ids).execute(),
    searched(executor, filter)
      .select((eb) => ["s.status", eb.fn.countAll<number>().as("count")])
      .groupBy("s.status")
      .execute(),
  ]);
  return { rows, counts };
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
