import { roleNames } from "@tonneline/contract/accounts";
import { listCompanies, listCompanyHoldings } from "@tonneline/contract/companies";
import { sql } from "kysely";
import { sellerDay, sellerToday } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import { hasWords, isAmong, searchable } from "../../core/search.ts";

const state = sql<
  "ACTIVE" | "BLOCKED" | "CLOSED"
>`case when companies.closed_at is not null then 'CLOSED'
  when companies.blocked then 'BLOCKED' else 'ACTIVE' end`;

const isAdmitted = (user: string) =>
  sql`${sql.ref(user)}.role_id <> (select id from roles where name = ${roleNames.anonymous})`;

const counted = sql`(select count(*) from users u where u.company_id = companies.id and u.erased_at is null)`;
const ordered = sql`(select count(*) from orders o where o.company_id = companies.id)`;
const paid = sql<number>`(select coalesce(sum(o.gross_cents - o.credited_cents), 0)::bigint from orders o
  where o.company_id = companies.id and o.status = 'PAID')`;
const open = sql<number>`(select coalesce(sum(greatest(0, o.gross_cents - o.credited_cents - coalesce((
    select sum(k.amount_cents) from kept_money k where k.order_id = o.id), 0))), 0)::bigint
  from orders o where o.company_id = companies.id and o.status in ('AWAITING_APPROVAL', 'AWAITING_PAYMENT'))`;

function companies(executor: Executor) {
  return executor
    .selectFrom("companies")
    .leftJoin("company_details as d", "d.company_id", "companies.id")
    .select([
      "companies.id",
      "companies.name",
      state.as("state"),
      "d.company_name as legalName",
      "d.vat_number as vatNumber",
      "d.country_code as countryCode",
      sql<string | null>`(select u.first_name || ' ' || u.last_name from users u
        where u.company_id = companies.id and u.company_role = 'OWNER' and not u.blocked
          and (${isAdmitted("u")} or not exists (
            select from users m where m.company_id = companies.id and not m.blocked and ${isAdmitted("m")}))
        order by u.company_since, u.id limit 1)`.as("ownerName"),
      sql<number>`${counted}::integer`.as("members"),
      sql<number>`${ordered}::integer`.as("orders"),
      paid.as("paidCents"),
      open.as("openCents"),
      "companies.created_at as createdAt",
      "companies.version",
    ]);
}

/** Lists all companies that buy, or used to. */
export const listedCompanies = list(listCompanies, {
  from: sql`companies`,
  id: "companies.id",
  columns: {
    id: "companies.id",
    name: byName("companies.name"),
    members: counted,
    orders: ordered,
    paid,
    open,
    createdAt: "companies.created_at",
  },
  defaultOrder: { field: "createdAt", direction: "desc" },
  // Searches its name, its invoice details and its members.
  words: async (q, _query, executor) => {
    const [saidOf, ofMembers] = await Promise.all([
      isAmong(
        executor,
        "companies.id",
        sql`select company_id as id from company_details where ${hasWords("words", q)}`,
      ),
      isAmong(
        executor,
        "companies.id",
        sql`select company_id as id from users where ${hasWords("words", q)}`,
      ),
    ]);
    return [sql`(${hasWords("companies.words", q)} or ${saidOf} or ${ofMembers})`];
  },
  where: () => [],
  tabs: { by: state },
  rows: (executor, page) =>
    companies(executor).innerJoin(page, "page.id", "companies.id").orderBy("page.position"),
});

/** Returns a company with the additional fields of its record. */
export function companyRecordBy(executor: Executor, companyId: number) {
  return companies(executor)
    .leftJoin("companies as target", "target.id", "companies.merged_into_id")
    .select([
      "companies.blocked_reason as blockedReason",
      "companies.credit_limit_cents as creditLimitCents",
      "companies.merge_reason as mergeReason",
      "target.id as targetId",
      "target.name as targetName",
    ])
    .where("companies.id", "=", companyId)
    .executeTakeFirst();
}

const availableOf = sql`(h.purchased - h.in_progress - h.retired)`;
const expectedOf = sql`case v.credit_type when 'EX_ANTE' then ${availableOf} else 0 end`;

/** Returns totals of a company's holdings and retirements. */
export async function assetsOf(executor: Executor, companyId: number) {
  const { rows } = await sql<{
    vintages: number;
    purchased: number;
    inProgress: number;
    retired: number;
    expected: number;
    retirements: number;
  }>`
    select count(*)::integer as vintages, coalesce(sum(purchased), 0)::bigint as purchased,
      coalesce(sum(in_progress), 0)::bigint as "inProgress", coalesce(sum(retired), 0)::bigint as retired,
      coalesce(sum(${expectedOf}), 0)::bigint as expected,
      (select count(*)::integer from retirements where company_id = ${companyId}) as retirements
    from holdings h join vintages v on v.id = h.vintage_id where company_id = ${companyId}`.execute(
    executor,
  );
  return rows[0]!;
}

/** Returns a company's balance with the seller, in cents; the amounts due on its orders match those of the list. */
export async function accountOf(executor: Executor, companyId: number) {
  const { rows } = await sql<{
    asOf: string;
    invoiced: number;
    openInvoices: number;
    overdue: number;
    overdueInvoices: number;
    overdueSince: string | null;
    toApprove: number;
    ordersToApprove: number;
    waitingSince: Date | null;
    toRefund: number;
    paysAfterDays: number | null;
    paidOrders: number;
    paidTonnes: number;
  }>`
    select ${sellerToday} as "asOf",
      coalesce(sum(open) filter (where billed), 0)::bigint as invoiced,
      count(*) filter (where billed and open > 0)::integer as "openInvoices",
      coalesce(sum(open) filter (where late), 0)::bigint as overdue,
      count(*) filter (where late and open > 0)::integer as "overdueInvoices",
      min(due_on) filter (where late and open > 0) as "overdueSince",
      coalesce(sum(open) filter (where waits), 0)::bigint as "toApprove",
      count(*) filter (where waits)::integer as "ordersToApprove",
      min(created_at) filter (where waits) as "waitingSince",
      (coalesce(sum(greatest(0, kept - owed)), 0)
        + (select coalesce(sum(cents), 0) from company_credit(${companyId})))::bigint as "toRefund",
      percentile_disc(0.5) within group (order by greatest(0, ${sellerDay(sql`paid_at`)} - ${sellerDay(sql`approved_at`)}))
        filter (where status = 'PAID') as "paysAfterDays",
      count(*) filter (where status = 'PAID')::integer as "paidOrders",
      coalesce(sum(total_credits - returned_credits) filter (where status = 'PAID'), 0)::bigint as "paidTonnes"
    from (
      select o.*, s.kept, w.owed, greatest(0, w.owed - s.kept) as open,
        o.status = 'AWAITING_APPROVAL' as waits, o.status = 'AWAITING_PAYMENT' as billed,
        o.status = 'AWAITING_PAYMENT' and o.due_on < ${sellerToday} as late
      from orders o,
        lateral (select coalesce(sum(amount_cents), 0) as kept from kept_money where order_id = o.id) s,
        lateral (select case o.status when 'REJECTED' then 0 else o.gross_cents - o.credited_cents end as owed) w
      where o.company_id = ${companyId}
    ) orders`.execute(executor);
  return rows[0]!;
}

/** Lists a company's holdings by vintage. */
export const companyHoldings = (companyId: number) =>
  list(listCompanyHoldings, {
    from: sql`holdings h join vintages v on v.id = h.vintage_id join projects p on p.id = v.project_id`,
    id: "h.vintage_id",
    columns: {
      available: availableOf,
      purchased: "h.purchased",
      retired: "h.retired",
      projectName: byName("p.name"),
      year: "v.year",
    },
    defaultOrder: { field: "available", direction: "desc" },
    words: (q) => [hasWords(searchable(sql`concat_ws(' ', p.name, p.external_id)`), q)],
    where: () => [sql`h.company_id = ${companyId}`],
    rows: (executor, page) =>
      executor
        .selectFrom("holdings as h")
        .innerJoin(page, "page.id", "h.vintage_id")
        .innerJoin("vintages as v", "v.id", "h.vintage_id")
        .innerJoin("projects as p", "p.id", "v.project_id")
        .select([
          "v.id",
          "p.id as projectId",
          "p.name as projectName",
          "v.year",
          "h.purchased",
          "h.in_progress as inProgress",
          "h.retired",
          sql<number>`${availableOf}`.as("available"),
          sql<number>`${expectedOf}`.as("expected"),
        ])
        .where("h.company_id", "=", companyId)
        .orderBy("page.position"),
  });

const touched = { version: sql<number>`version + 1` };

/** Sets the credit limit; false if the version has changed. */
export async function setCreditLimit(
  tx: Tx,
  companyId: number,
  cents: number | null,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("companies")
    .set({ credit_limit_cents: cents, ...touched })
    .where("id", "=", companyId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Blocks a company with a reason, or unblocks it for null; false if that was its state already. */
export async function setCompanyBlocked(
  tx: Tx,
  companyId: number,
  reason: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("companies")
    .set({ blocked: reason !== null, blocked_reason: reason, ...touched })
    .where("id", "=", companyId)
    .where("blocked", "<>", reason !== null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks a company, and those merged into it before, as merged, and moves its invitations, quotes and details. */
export async function markMerged(
  tx: Tx,
  merge: { fromId: number; intoId: number; reason: string },
): Promise<void> {
  const { fromId, intoId, reason } = merge;
  await tx
    .updateTable("companies")
    .set({
      merged_into_id: intoId,
      merge_reason: reason,
      closed_at: sql<Date>`coalesce(closed_at, now())`,
      ...touched,
    })
    .where("id", "=", fromId)
    .execute();
  await tx
    .updateTable("companies")
    .set({ merged_into_id: intoId })
    .where("merged_into_id", "=", fromId)
    .execute();
  await sql`update company_invitations set company_id = ${intoId} where company_id = ${fromId}`.execute(
    tx,
  );
  await tx
    .updateTable("quotes")
    .set({ company_id: intoId })
    .where("company_id", "=", fromId)
    .execute();
  // The target's own details take precedence; these are used if it has none.
  await sql`update company_details set company_id = ${intoId} where company_id = ${fromId}
    and not exists (select from company_details where company_id = ${intoId})`.execute(tx);
  await tx.deleteFrom("company_details").where("company_id", "=", fromId).execute();
}
