import { sql, type Selectable } from "kysely";
import type { z } from "zod";
import type { listShortlists } from "@tonneline/contract/shortlists";
import type { Executor, Tx } from "../../core/db.ts";
import type { Shortlists } from "../../core/database.types.ts";
import { byName } from "../../core/lists.ts";
import { hasFolded } from "../../core/search.ts";

export interface KeptRow {
  vintageId: number;
  note: string;
  author: string;
  addedAt: string;
  priceCents: number | null;
  available: number;
}

export interface ShortlistRow {
  id: number;
  name: string;
  userId: number;
  author: string;
  createdAt: Date;
  updatedAt: Date;
  /** Null once it has expired. */
  shareKey: string | null;
  shareUntil: Date | null;
  version: number;
  vintages: KeptRow[];
}

const author = (user: string) =>
  sql`btrim(concat_ws(' ', ${sql.ref(`${user}.first_name`)}, ${sql.ref(`${user}.last_name`)}))`;
const columns = sql`s.id, s.name, s.user_id as "userId", ${author("u")} as author, s.created_at as "createdAt",
  s.updated_at as "updatedAt", case when s.share_until > now() then s.share_key end as "shareKey",
  s.share_until as "shareUntil", s.version,
  (select coalesce(json_agg(json_build_object('vintageId', k.vintage_id, 'note', k.note, 'author', ${author("w")},
      'addedAt', k.added_at, 'priceCents', k.price_cents, 'available', k.available)
      order by k.added_at desc, k.vintage_id), '[]')
    from shortlist_vintages k join users w on w.id = k.user_id where k.shortlist_id = s.id) as vintages`;

const sortColumns = { name: byName("s.name"), updatedAt: sql`s.updated_at` };

/** Returns one page of a company's shortlists, by name unless sorted, and the total count. */
export async function shortlistsOf(
  executor: Executor,
  companyId: number,
  query: z.output<typeof listShortlists.query>,
) {
  const keys = query.sort.length > 0 ? query.sort : [{ field: "name", direction: "asc" } as const];
  const order = keys.map(
    ({ field, direction }) => sql`${sortColumns[field]} ${sql.raw(direction)}`,
  );
  const own = sql`s.company_id = ${companyId} and ${query.q ? hasFolded(sql`s.name`, query.q) : sql`true`}`;
  const [{ rows }, total] = await Promise.all([
    sql<ShortlistRow>`select ${columns} from shortlists s join users u on u.id = s.user_id where ${own}
      order by ${sql.join(order)}, s.id
      limit ${query.size}::bigint offset ${query.page}::bigint * ${query.size}::bigint`.execute(
      executor,
    ),
    sql<{ count: number }>`select count(*) as count from shortlists s where ${own}`.execute(
      executor,
    ),
  ]);
  return { content: rows, totalElements: total.rows[0]!.count };
}

/** Returns a shortlist with its vintages, most recently added first; undefined if it is another company's. */
export async function shortlistBy(
  executor: Executor,
  companyId: number,
  id: number,
): Promise<ShortlistRow | undefined> {
  const { rows } =
    await sql<ShortlistRow>`select ${columns} from shortlists s join users u on u.id = s.user_id
    where s.id = ${id} and s.company_id = ${companyId}`.execute(executor);
  return rows[0];
}

/** Returns the shortlist of a link that has not expired. */
export async function sharedBy(executor: Executor, key: string): Promise<ShortlistRow | undefined> {
  const { rows } =
    await sql<ShortlistRow>`select ${columns} from shortlists s join users u on u.id = s.user_id
    where s.share_key = ${key}::uuid and s.share_until > now()`.execute(executor);
  return rows[0];
}

/** Counts a company's shortlists to enforce the limit: concurrent additions must be serialized with `lockOwner`. */
export async function countShortlists(executor: Executor, companyId: number): Promise<number> {
  const { count } = await executor
    .selectFrom("shortlists")
    .select(sql<number>`count(*)`.as("count"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts an empty shortlist without a link; returns its id. Names need not be unique within a company. */
export async function insertShortlist(
  tx: Tx,
  companyId: number,
  userId: number,
  name: string,
): Promise<number> {
  const { id } = await tx
    .insertInto("shortlists")
    .values({ company_id: companyId, user_id: userId, name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a company's shortlist; returns its version and name. */
export async function lockShortlist(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<Pick<Selectable<Shortlists>, "version" | "name"> | undefined> {
  return await tx
    .selectFrom("shortlists")
    .select(["version", "name"])
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates the given facts, if any, and increments the version. */
export async function touchShortlist(
  tx: Tx,
  id: number,
  facts: { name?: string; share_key?: string | null; share_until?: Date | null } = {},
): Promise<void> {
  await tx
    .updateTable("shortlists")
    .set({ ...facts, version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** Deletes a shortlist with its vintages; its link stops working. */
export async function deleteShortlist(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("shortlists").where("id", "=", id).execute();
}

/**
 * Adds a vintage of a project that is not hidden; undefined if there is no such vintage. For a vintage
 * already on the list only the note is replaced, if one is given. The price is the one shown to the company.
 */
export async function insertKept(
  tx: Tx,
  kept: {
    shortlistId: number;
    vintageId: number;
    userId: number;
    note: string | undefined;
    priceCents: number | null;
  },
): Promise<{ isNew: boolean } | undefined> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into shortlist_vintages as k (shortlist_id, vintage_id, user_id, note, price_cents, available)
    select ${kept.shortlistId}, v.id, ${kept.userId}, ${kept.note ?? ""},
      ${kept.priceCents}::bigint, s.available
    from vintages v join vintage_stock s on s.vintage_id = v.id join projects p on p.id = v.project_id
    where v.id = ${kept.vintageId} and not p.hidden for key share of v
    on conflict (shortlist_id, vintage_id) do update set note = coalesce(${kept.note ?? null}, k.note)
    returning xmax = 0 as "isNew"`.execute(tx);
  return rows[0];
}

/**
 * Counts the vintages of a list and of its company, including the one just added, to enforce the limits. The
 * caller holds the lock from `lockShortlist`; concurrent additions to the company's other lists are not counted.
 */
export async function countKept(
  tx: Tx,
  companyId: number,
  shortlistId: number,
): Promise<{ onList: number; ofCompany: number }> {
  return await tx
    .selectFrom("shortlist_vintages as k")
    .innerJoin("shortlists as s", "s.id", "k.shortlist_id")
    .select([
      sql<number>`count(*) filter (where s.id = ${shortlistId})`.as("onList"),
      sql<number>`count(*)`.as("ofCompany"),
    ])
    .where("s.company_id", "=", companyId)
    .executeTakeFirstOrThrow();
}

/** Removes a vintage; false if it was not on the list. */
export async function deleteKept(tx: Tx, shortlistId: number, vintageId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("shortlist_vintages")
    .where("shortlist_id", "=", shortlistId)
    .where("vintage_id", "=", vintageId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Moves a company's shortlists to the one it is merged into, even beyond that one's limit; their links keep working. */
export async function moveShortlists(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("shortlists")
    .set({ company_id: intoId })
    .where("company_id", "=", fromId)
    .execute();
}
