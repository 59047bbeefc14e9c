import { sql } from "kysely";
import type { z } from "zod";
import type { listSearches } from "@tonneline/contract/shortlists";
import type { Executor, Tx } from "../../core/db.ts";
import { byName } from "../../core/lists.ts";
import { hasFolded } from "../../core/search.ts";
import type { Known } from "./alerts.rules.ts";

const columns = ["id", "name", "query", "alert", "created_at as createdAt"] as const;
export type SearchRow = NonNullable<Awaited<ReturnType<typeof searchBy>>>;

const sortColumns = { name: byName("name"), createdAt: sql`created_at` };

/** Returns one page of a user's searches, by name unless sorted, and the total count. */
export async function searchesOf(
  executor: Executor,
  userId: number,
  query: z.output<typeof listSearches.query>,
) {
  const own = executor
    .selectFrom("saved_searches")
    .where("user_id", "=", userId)
    .$if(Boolean(query.q), (all) => all.where(hasFolded(sql`name`, query.q!)));
  const keys = query.sort.length > 0 ? query.sort : [{ field: "name", direction: "asc" } as const];
  const order = keys.map(
    ({ field, direction }) => sql`${sortColumns[field]} ${sql.raw(direction)}`,
  );
  const [content, { count }] = await Promise.all([
    own
      .select(columns)
      .orderBy(sql`${sql.join(order)}, id`)
      .limit(query.size)
      .offset(query.page * query.size)
      .execute(),
    own.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow(),
  ]);
  return { content, totalElements: count };
}

/** Returns a search; undefined if it is another user's. */
export async function searchBy(executor: Executor, userId: number, id: number) {
  return await executor
    .selectFrom("saved_searches")
    .select(columns)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Counts a user's searches to enforce the limit: concurrent saves must be serialized with `lockOwner`. */
export async function countSearches(executor: Executor, userId: number): Promise<number> {
  const { count } = await executor
    .selectFrom("saved_searches")
    .select(sql<number>`count(*)`.as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

interface NewSearch {
  userId: number;
  name: string;
  query: string;
  alert: string;
}

/** Inserts a search. `known` has its current results if it has an alert. */
export async function insertSearch(
  executor: Executor,
  { userId, ...search }: NewSearch,
  known: Known | null,
): Promise<number> {
  const { id } = await executor
    .insertInto("saved_searches")
    .values({
      user_id: userId,
      ...search,
      known: known && JSON.stringify(known),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates a user's search. An alert that is turned on reports what is new compared to `known`. */
export async function updateSearch(
  executor: Executor,
  userId: number,
  id: number,
  change: { name?: string; alert?: string; known?: Known | null },
): Promise<void> {
  const { known, ...facts } = change;
  await executor
    .updateTable("saved_searches")
    .set({
      ...facts,
      ...(known !== undefined && { known: known && JSON.stringify(known), checked_at: null }),
      user_id: userId,
    })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
}

/** Deletes a search; false if it is not the user's. */
export async function deleteSearch(
  executor: Executor,
  userId: number,
  id: number,
): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom("saved_searches")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes all searches of a user whose account is being erased. */
export async function deleteSearchesOf(executor: Executor, userId: number): Promise<void> {
  await executor.deleteFrom("saved_searches").where("user_id", "=", userId).execute();
}

/** Not yet checked within 20 hours, or turned on since; excludes blocked users and those who may no longer search. */
const isDue = sql`(s.alert = 'DAILY' and (s.checked_at is null or s.checked_at < now() - interval '20 hours')
  and not u.blocked and u.verified_at is not null and r.name <> 'Anonymous')`;

/** Returns the searches that are due. */
export async function dueSearches(
  executor: Executor,
): Promise<{ id: number; companyId: number }[]> {
  const { rows } = await sql<{ id: number; companyId: number }>`
    select s.id, u.company_id as "companyId" from saved_searches s join users u on u.id = s.user_id join roles r on r.id = u.role_id
    where ${isDue} order by s.id`.execute(executor);
  return rows;
}

/** Locks a search if it is still due, and returns it with its user. */
export async function lockDue(tx: Tx, id: number) {
  const { rows } = await sql<{
    userId: number;
    username: string;
    name: string;
    query: string;
    known: Known | null;
  }>`
    select s.user_id as "userId", u.username, s.name, s.query, s.known
    from saved_searches s join users u on u.id = s.user_id join roles r on r.id = u.role_id
    where s.id = ${id} and ${isDue} for update of s`.execute(tx);
  return rows[0];
}

/**
 * Stores the results for the next comparison; the search is not due again for 20 hours. Runs in the
 * transaction that sends the news.
 */
export async function recordKnown(tx: Tx, id: number, known: Known): Promise<void> {
  await tx
    .updateTable("saved_searches")
    .set({ known: JSON.stringify(known), checked_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}
