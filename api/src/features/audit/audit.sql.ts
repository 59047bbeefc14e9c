import { sql } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import { listAudit } from "@tonneline/contract/audit";
import { withinDays } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { list, type RowOf } from "../../core/lists.ts";
import { hasWords, searchTerms } from "../../core/search.ts";

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

/** Who did what, when and from where. */
export const auditEntries = list(listAudit, {
  from: sql`audit_entries`,
  id: "audit_entries.id",
  columns: {
    at: "audit_entries.id",
    actor: { by: "audit_entries.actor", mayBeEmpty: true },
    action: "audit_entries.action",
    // The system itself has no address.
    ip: { by: sql`nullif(audit_entries.ip, '')`, mayBeEmpty: true },
    // Things of the same kind sort by their number.
    thing: {
      by: sql`audit_entries.thing_type || ' ' || lpad(coalesce(thing_id, ''), greatest(12, length(thing_id)), '0')
        || ' ' || coalesce(thing_name, '')`,
      mayBeEmpty: true,
    },
  },
  defaultOrder: { field: "at", direction: "desc" },
  words: (q) => searchTerms(q).map((word) => hasWords("audit_entries.words", word)),
  where: ({ action, thingType, thingId, from, to }) => [
    action && sql`action = any(${action}::text[])`,
    thingType && sql`thing_type = ${thingType}`,
    thingId && sql`thing_id = ${thingId}`,
    withinDays(sql`at`, from, to),
  ],
  rows: (executor, page) =>
    executor
      .selectFrom("audit_entries")
      .innerJoin(page, "page.id", "audit_entries.id")
      .select(columns)
      .orderBy("page.position"),
});
export type AuditRow = RowOf<typeof auditEntries>;

/** Returns the actions that occur in the log, with a loose index scan: the log is long and they are few. */
export async function knownActions(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      (select action from audit_entries order by action limit 1)
      union all
      select (select e.action from audit_entries e where e.action > known.action order by e.action limit 1)
      from known where known.action is not null
    ) select action from known where action is not null`.execute(executor);
  return rows.map(({ action }) => action);
}

/**
 * Returns an entry with its position in the chain and its hash (hex). Undefined if there is none or
 * it was deleted under the retention setting.
 */
export function auditEntry(executor: Executor, id: number) {
  return executor
    .selectFrom("audit_entries")
    .innerJoin("audit_chain", "audit_chain.entry_id", "audit_entries.id")
    .select(columns)
    .select(["audit_chain.position", sql<string>`encode(audit_chain.hash, 'hex')`.as("hash")])
    .where("audit_entries.id", "=", id)
    .executeTakeFirst();
}

/** The action of the entry that records how many old entries were deleted, and up to which position. */
export const pruneAction = "audit.forget";

export interface BrokenLink {
  position: number | null;
  entryId: number | null;
  what: string;
}

/**
 * Recomputes every hash in chain order and returns the mismatches: entries that were changed, removed or
 * never chained, and a chain truncated at its end, or at its beginning without the entry that records it.
 */
export async function brokenLinks(executor: Executor): Promise<BrokenLink[]> {
  const { rows } = await sql<BrokenLink>`
    with links as (
      select c.position, c.entry_id, c.hash,
        lag(c.position, 1, start.position) over w as position_before,
        lag(c.hash, 1, start.hash) over w as hash_before
      from audit_chain c left join audit_start start on true window w as (order by c.position)
    ), checked as (
      select l.*, e.id, case when e.id is not null then audit_digest(l.hash_before, e.id, e.at, e.actor_id, e.actor,
          e.ip, e.action, e.thing_type, e.thing_id, e.thing_name, e.before, e.after) end as expected
      from links l left join audit_entries e on e.id = l.entry_id
    )
    select position, entry_id as "entryId", 'the entry is gone' as what from checked where id is null
    union all
    select position, entry_id, 'the entry or one before it is not as it was written' from checked
      where id is not null and expected is distinct from hash
    union all
    select position, entry_id, 'entries before it were taken out' from checked
      where position is distinct from position_before + 1
    union all
    select null, e.id, 'the entry is not in the chain' from audit_entries e
      where not exists (select from audit_chain c where c.entry_id = e.id)
    union all
    select coalesce(start.position, 0), null, case when start.position is null then 'the beginning of the chain was taken off'
        else 'no entry says that those up to here were forgotten' end
      from (select 1) log left join audit_start start on true
      where start.position is distinct from coalesce((select (after ->> 'position')::bigint from audit_entries
        where action = ${pruneAction} order by id desc limit 1), 0)
    union all
    select coalesce(h.position, 0), null, 'the end of the chain was taken off' from (select 1) log left join audit_head h on true
      where h.hash is distinct from coalesce(
        (select c.hash from audit_chain c where c.position = h.position), (select hash from audit_start))
      or h.position is distinct from (select coalesce(max(position), (select position from audit_start)) from audit_chain)
    order by 1 nulls last, 2`.execute(executor);
  return rows;
}

/** Returns the length of the chain and its last hash: stored elsewhere, it proves the log up to here. */
export function chainHead(executor: Executor) {
  return executor
    .selectFrom("audit_head")
    .select(["position", sql<string>`encode(hash, 'hex')`.as("hash")])
    .executeTakeFirstOrThrow();
}

/** Returns the position up to which entries were deleted under the retention setting; 0 if none were. */
export async function prunedUpTo(executor: Executor): Promise<number> {
  const start = await executor.selectFrom("audit_start").select("position").executeTakeFirst();
  return start?.position ?? 0;
}

/** Returns the recipients of checkpoint mails. */
export function adminAddresses(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.username")
    .where("roles.name", "=", roleNames.admin)
    .where("users.blocked", "=", false)
    .orderBy("users.id")
    .execute();
}

/**
 * Returns the discrepancy with a checkpoint stored elsewhere: a truncated end, which leaves no trace
 * in the chain itself, or a rewritten chain. Undefined if the log still contains the checkpoint.
 */
export async function checkpointMismatch(
  executor: Executor,
  { position, hash }: { position: number; hash: string },
): Promise<string | undefined> {
  // Before the start of the log: deleted under the retention setting, or a checkpoint of the empty log.
  if (position <= (await prunedUpTo(executor))) return undefined;
  const kept = await executor
    .selectFrom("audit_chain")
    .select(sql<string>`encode(hash, 'hex')`.as("hash"))
    .where("position", "=", position)
    .executeTakeFirst();
  if (kept?.hash === hash) return undefined;
  if (kept) return `position ${position} is not what it was at the checkpoint`;
  const head = await chainHead(executor);
  return `the log ends at ${head.position}, but had ${position} entries at the checkpoint: its end was cut off`;
}

/** Deletes entries older than this many days from the start of the log. Returns their number and the last one's position. */
export async function deleteOldEntries(tx: Tx, days: number) {
  const { rows } = await sql<{ entries: number }>`select forget_audit(${days}) as entries`.execute(
    tx,
  );
  return { entries: rows[0]!.entries, position: await prunedUpTo(tx) };
}
