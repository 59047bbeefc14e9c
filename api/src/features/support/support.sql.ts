import { sql, type SqlBool } from "kysely";
import type { SupportStatus, supportSorts } from "@tonneline/contract/support";
import type { Executor, Tx } from "../../core/db.ts";

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

type Searched = Pick<RequestFilter, "q" | "createdFrom" | "createdTo">;

function matching({ q, createdFrom, createdTo }: Searched) {
  const [from, to] = [createdFrom ?? null, createdTo ?? null];
  const pattern = q ? `%${q.replaceAll(/[\\%_]/g, "\\$&")}%` : null;
  return sql<SqlBool>`(${pattern}::text is null or s.id::text ilike ${pattern}
    or s.first_name || ' ' || s.last_name ilike ${pattern} or s.email ilike ${pattern}
    or s.topic ilike ${pattern} or s.message ilike ${pattern})
    and (${from}::date is null or s.created_at >= ${from}::date)
    and (${to}::date is null or s.created_at < ${to}::date + 1)`;
}

function sorted(executor: Executor, filter: Omit<RequestFilter, "page" | "size">) {
  let query = requests(executor).where(matching(filter));
  if (filter.status) query = query.where(sql<SqlBool>`s.status = any(${filter.status}::text[])`);
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) => {
      const directed = direction === "asc" ? order.asc() : order.desc();
      // Only this may be empty; for the others an index gives the order.
      return field === "doneAt" ? directed.nullsLast() : directed;
    });
  }
  if (filter.sort.length === 0) query = query.orderBy("s.created_at", "desc");
  return query.orderBy("s.id", "desc");
}

/** Every request of a filter, as it comes. */
export function requestStream(executor: Executor, filter: RequestFilter) {
  return sorted(executor, filter).stream(500);
}

/** A page of the requests, and the numbers by status for the same search. */
export async function requestPage(executor: Executor, filter: RequestFilter) {
  const [rows, counts] = await Promise.all([
    sorted(executor, filter)
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    executor
      .selectFrom("support_requests as s")
      .select((eb) => ["s.status", eb.fn.countAll<number>().as("count")])
      .where(matching(filter))
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
