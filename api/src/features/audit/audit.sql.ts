import { sql, type SqlBool } from "kysely";
import type { auditSorts } from "@tonneline/contract/audit";
import { placed, patternOf, type Executor } from "../../core/db.ts";

const sortColumns = { at: "id", actor: "actor", action: "action" } as const satisfies Record<
  (typeof auditSorts)[number],
  string
>;

export interface AuditFilter {
  q?: string | undefined;
  action?: string[] | undefined;
  actorId?: number | undefined;
  thingType?: string | undefined;
  thingId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
}

function matching(executor: Executor, filter: AuditFilter) {
  let query = executor.selectFrom("audit_entries");
  const where = (condition: ReturnType<typeof sql<SqlBool>>) => (query = query.where(condition));
  for (const word of filter.q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? []) {
    query = query.where("audit_entries.words", "like", patternOf(word));
  }
  if (filter.action) where(sql<SqlBool>`action = any(${filter.action}::text[])`);
  if (filter.actorId) query = query.where("actor_id", "=", filter.actorId);
  if (filter.thingType) query = query.where("thing_type", "=", filter.thingType);
  if (filter.thingId) query = query.where("thing_id", "=", filter.thingId);
  if (filter.from) where(sql<SqlBool>`at >= ${filter.from}::date at time zone 'UTC'`);
  if (filter.to) where(sql<SqlBool>`at < (${filter.to}::date + 1) at time zone 'UTC'`);
  return query;
}

const columns = [
  "audit_entries.id",
  "audit_entries.at",
  "audit_entries.actor_id",
  "audit_entries.actor",
  "audit_entries.ip",
  "audit_entries.action",
  "audit_entries.thing_type",
  "audit_entries.thing_id",
  "audit_entries.thing_name",
  "audit_entries.before",
  "audit_entries.after",
] as const;

/** The ids in their order; what a row shows is read afterwards, for the rows of the page alone. */
function sortedIds(executor: Executor, filter: AuditFilter) {
  let query = matching(executor, filter).select("audit_entries.id");
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) => {
      const directed = direction === "asc" ? order.asc() : order.desc();
      // Only this may be empty; for the others an index gives the order.
      return field === "actor" ? directed.nullsLast() : directed;
    });
  }
  return query.orderBy("id", filter.sort.at(-1)?.direction ?? "desc");
}

function rowsOf(executor: Executor, ids: ReturnType<typeof sortedIds>) {
  const page = placed(executor, ids);
  return executor
    .selectFrom(page)
    .innerJoin("audit_entries", "audit_entries.id", "page.id")
    .select(columns)
    .orderBy("page.place");
}

/** A page of the log, the number of all entries of the filter, and the actions that the log knows. */
export async function auditPage(
  executor: Executor,
  filter: AuditFilter & { page: number; size: number },
) {
  const ids = sortedIds(executor, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, { count }, actions] = await Promise.all([
    rowsOf(executor, ids).execute(),
    matching(executor, filter)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    knownActions(executor),
  ]);
  return { rows, total: count, actions };
}

/** Every entry of a filter, as it comes. */
export function auditStream(executor: Executor, filter: AuditFilter) {
  return rowsOf(executor, sortedIds(executor, filter)).stream(500);
}

// Jumps from one action to the next in the index: the log is long, its actions are few.
async function knownActions(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      (select action from audit_entries order by action limit 1)
      union all
      select (select e.action from audit_entries e where e.action > known.action order by e.action limit 1)
      from known where known.action is not null
    ) select action from known where action is not null`.execute(executor);
  return rows.map(({ action }) => action);
}

export function auditEntry(executor: Executor, id: number) {
  return executor
    .selectFrom("audit_entries")
    .innerJoin("audit_chain", "audit_chain.entry_id", "audit_entries.id")
    .select(columns)
    .select(["audit_chain.position", sql<string>`encode(audit_chain.hash, 'hex')`.as("hash")])
    .where("audit_entries.id", "=", id)
    .executeTakeFirst();
}

export interface BrokenLink {
  position: number | null;
  entryId: number | null;
  what: string;
}

/**
 * Computes every hash again from the entries, in the order of the chain, and says where it does not fit: an entry that
 * was changed, taken out or never chained, and a chain that was cut at its end.
 */
export async function brokenLinks(executor: Executor): Promise<BrokenLink[]> {
  const { rows } = await sql<BrokenLink>`
    with links as (
      select c.position, c.entry_id, c.hash,
        lag(c.position, 1, 0::bigint) over w as position_before,
        lag(c.hash, 1, sha256('tonneline audit'::bytea)) over w as hash_before
      from audit_chain c window w as (order by c.position)
    ), checked as (
      select l.*, e.id, case when e.id is not null then audit_digest(l.hash_before, e) end as expected
      from links l left join audit_entries e on e.id = l.entry_id
    )
    select position, entry_id as "entryId", 'the entry is gone' as what from checked where id is null
    union all
    select position, entry_id, 'the entry or one before it is not as it was written' from checked where expected <> hash
    union all
    select position, entry_id, 'entries before it were taken out' from checked where position <> position_before + 1
    union all
    select null, e.id, 'the entry is not in the chain' from audit_entries e
      where not exists (select from audit_chain c where c.entry_id = e.id)
    union all
    select h.position, null, 'the end of the chain was taken off' from audit_head h
      where h.hash is distinct from coalesce(
        (select c.hash from audit_chain c where c.position = h.position), sha256('tonneline audit'::bytea))
      or h.position <> (select coalesce(max(position), 0) from audit_chain)
    order by 1 nulls last, 2`.execute(executor);
  return rows;
}

/** How long the chain is, and the hash at its end: kept elsewhere, it proves the log up to here. */
export function chainHead(executor: Executor) {
  return executor
    .selectFrom("audit_head")
    .select(["position", sql<string>`encode(hash, 'hex')`.as("hash")])
    .executeTakeFirstOrThrow();
}
