import { sql } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import { listApprovals } from "@tonneline/contract/approvals";
import type { ApprovalRule } from "@tonneline/contract/approvalRules";
import type { OrderDetails } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import type { Executor, Tx } from "../../core/db.ts";
import { list } from "../../core/lists.ts";
import { hasWords, searchable } from "../../core/search.ts";
import { cents, euros } from "../../core/money.ts";
import type { Terms } from "../catalogue/ownPrices.rules.ts";

export interface RequestedItem {
  vintageId: number | null;
  reportId: number | null;
  projectId: number | null;
  quantity: number;
  priceCents: number;
  product: object;
}

export interface NewApproval {
  companyId: number;
  userId: number;
  rules: readonly ApprovalRule[];
  details: OrderDetails;
  items: readonly RequestedItem[];
  totalCredits: number;
  netCents: number;
  vatPercent: number;
  vatCents: number;
  grossCents: number;
  vatCategory: VatCategory;
  ownTermsFileId: number | null;
  holdHours: number;
}

/** Returns a company's rules in its own order; may be empty. `over` is in euros net for AMOUNT, in tonnes for TONNES. */
export async function rulesOf(executor: Executor, companyId: number): Promise<ApprovalRule[]> {
  const rows = await executor
    .selectFrom("approval_rules")
    .select(["kind", "over_limit as overLimit"])
    .where("company_id", "=", companyId)
    .orderBy("position")
    .execute();
  return rows.map(({ kind, overLimit }) => ruleOf(kind, overLimit));
}

function ruleOf(kind: string, overLimit: number | null): ApprovalRule {
  const over = kind === "AMOUNT" ? euros(overLimit ?? 0) : overLimit;
  return { kind: kind as ApprovalRule["kind"], ...(over !== null && { over }) };
}

/** Replaces all rules of a company, which must be locked: concurrent saves are serialized. */
export async function replaceRules(
  tx: Tx,
  companyId: number,
  rules: readonly ApprovalRule[],
): Promise<void> {
  await tx.deleteFrom("approval_rules").where("company_id", "=", companyId).execute();
  if (rules.length === 0) return;
  await tx
    .insertInto("approval_rules")
    .values(
      rules.map(({ kind, over }, position) => ({
        company_id: companyId,
        position,
        kind,
        over_limit: over === undefined ? null : kind === "AMOUNT" ? cents(over) : over,
      })),
    )
    .execute();
}

/** Returns which of these projects have no label. */
export async function withoutLabel(
  executor: Executor,
  projectIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p where p.id = any(${projectIds}::integer[])
      and not exists (select from project_labels l where l.project_id = p.id) order by p.id`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}

/**
 * Inserts a request with its items; returns its id and when its reservation ends. That is rounded to milliseconds, like the
 * run time of the job that ends it, which could otherwise run too early.
 */
export async function insertApproval(
  tx: Tx,
  request: NewApproval,
): Promise<{ id: number; expiresAt: Date }> {
  const { items, details } = request;
  const column = <K extends keyof RequestedItem>(key: K) => items.map((item) => item[key]);
  const { rows } = await sql<{ id: number; expiresAt: Date }>`
    with asked as (
      insert into approvals (company_id, user_id, rules, details, cost_centre, total_credits, net_cents, vat_percent,
        vat_cents, gross_cents, vat_category, own_terms_file_id, expires_at)
      values (${request.companyId}, ${request.userId}, ${JSON.stringify(request.rules)}::jsonb,
        ${JSON.stringify(details)}::jsonb, ${details.costCentre || null}, ${request.totalCredits}, ${request.netCents},
        ${request.vatPercent}, ${request.vatCents}, ${request.grossCents}, ${request.vatCategory},
        ${request.ownTermsFileId},
        date_trunc('milliseconds', now() + make_interval(secs => ${request.holdHours * 3600})))
      returning id, expires_at
    ), items as (
      insert into approval_items (approval_id, position, vintage_id, report_id, project_id, quantity, price_cents, product)
      select asked.id, ordinality, vintage_id, report_id, project_id, quantity, price_cents, product
      from asked, unnest(${column("vintageId")}::integer[], ${column("reportId")}::integer[],
        ${column("projectId")}::integer[], ${column("quantity")}::integer[], ${column("priceCents")}::bigint[],
        ${items.map((item) => JSON.stringify(item.product))}::jsonb[])
        with ordinality as item (vintage_id, report_id, project_id, quantity, price_cents, product)
    )
    select id, expires_at as "expiresAt" from asked`.execute(tx);
  return rows[0]!;
}

const nameOf = (table: string) =>
  sql<string>`${sql.ref(table)}.first_name || ' ' || ${sql.ref(table)}.last_name`;

/** A member of a company who reads its requests. */
export interface Reader {
  companyId: number;
  userId: number;
  /** Whether they may decide requests of others. */
  mayDecide: boolean;
}

function approvals(executor: Executor) {
  return executor
    .selectFrom("approvals")
    .innerJoin("users as requester", "requester.id", "approvals.user_id")
    .leftJoin("users as decider", "decider.id", "approvals.decided_by")
    .selectAll("approvals")
    .select([nameOf("requester").as("requester_name"), nameOf("decider").as("decider_name")])
    .select(["requester.username as requester_username", "decider.username as decider_username"])
    .select(sql<boolean>`approvals.expires_at <= now()`.as("has_ended"));
}

// Must match `statusOf`.
const status = sql`case when approvals.status = 'PENDING' and approvals.expires_at <= now() then 'EXPIRED'
  else approvals.status end`;

/** Lists the requests of one company, as this member sees them. */
export const approvalsOf = ({ companyId, userId, mayDecide }: Reader) =>
  list(listApprovals, {
    from: sql`approvals`,
    id: "approvals.id",
    columns: {
      createdAt: "approvals.created_at",
      expiresAt: "approvals.expires_at",
      totalPriceNet: "approvals.net_cents",
    },
    defaultOrder: { field: "createdAt", direction: "desc" },
    words: (q) => [
      sql`(approvals.id::text = ${q} or exists (select from users u where u.id = approvals.user_id
        and ${hasWords(searchable(sql`u.first_name || ' ' || u.last_name`), q)}))`,
    ],
    where: ({ by, waitingFor }) => [
      sql`approvals.company_id = ${companyId}`,
      by && sql`approvals.user_id = ${userId}`,
      waitingFor &&
        sql`(${mayDecide} and ${status} = 'PENDING' and approvals.user_id <> ${userId})`,
    ],
    tabs: { by: status },
    rows: (executor, page) =>
      approvals(executor).innerJoin(page, "page.id", "approvals.id").orderBy("page.position"),
  });

/** Returns a company's request with the current catalogue data of its items; undefined for another company's. */
export async function approvalById(executor: Executor, companyId: number, approvalId: number) {
  const approval = await approvals(executor)
    .where("approvals.id", "=", approvalId)
    .where("approvals.company_id", "=", companyId)
    .executeTakeFirst();
  return approval && { ...approval, items: await itemsOf(executor, companyId, approvalId) };
}
export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof approvalById>>>;
export type ApprovalListRow = Omit<ApprovalRow, "items">;

/** Like `approvalById`, for a request of any company. */
export async function anyApproval(
  executor: Executor,
  approvalId: number,
): Promise<ApprovalRow | undefined> {
  const row = await executor
    .selectFrom("approvals")
    .select("company_id as companyId")
    .where("id", "=", approvalId)
    .executeTakeFirst();
  return row && (await approvalById(executor, row.companyId, approvalId));
}

async function itemsOf(executor: Executor, companyId: number, approvalId: number) {
  return await executor
    .selectFrom("approval_items as i")
    .leftJoin("vintages as v", "v.id", "i.vintage_id")
    .leftJoin("projects as p", "p.id", "i.project_id")
    .leftJoin("reports as r", "r.id", "i.report_id")
    .select([
      "i.position",
      "i.vintage_id as vintageId",
      "i.report_id as reportId",
      "i.project_id as projectId",
      "i.quantity",
      "i.price_cents as priceCents",
      "i.product",
      "r.price_cents as reportCents",
      // Prices are not disclosed if they are on request.
      sql<number | null>`case when p.status <> 'CONTACT_REQUIRED' then v.price_cents end`.as(
        "listCents",
      ),
      sql<Terms[] | null>`case when p.status <> 'CONTACT_REQUIRED' then
        (select terms from price_terms(${companyId}::integer, v.id)) end`.as("terms"),
      "p.project_type_id as projectTypeId",
      "p.registry_id as registryId",
      "p.developer_id as developerId",
      "p.countries",
      "v.year",
      "v.claim_type as claimType",
      "v.impact_type as impactType",
      "v.credit_type as creditType",
      "p.status as projectStatus",
      sql<boolean>`case when r.id is null then p.hidden or v.status = 'WITHDRAWN'
        else not report_on_sale(r.id) end`.as("isGone"),
      // By an operator, who may have set a price for it.
      sql<boolean>`exists (select from quotes q where q.approval_id = i.approval_id and q.kept_by is not null)`.as(
        "isOffered",
      ),
    ])
    .where("i.approval_id", "=", approvalId)
    .orderBy("i.position")
    .execute();
}
export type ItemRow = ApprovalRow["items"][number];

/** Locks a request until the transaction ends: decisions on it are serialized. */
export async function lockApproval(tx: Tx, approvalId: number): Promise<void> {
  await sql`select from approvals where id = ${approvalId} for update`.execute(tx);
}

const isAdmitted = sql<boolean>`role_id <> (select id from roles where name = ${roleNames.anonymous})`;

/** Returns a member's current role, and locks it until the transaction ends; undefined for non-members. */
export async function roleNow(tx: Tx, companyId: number, userId: number) {
  const row = await tx
    .selectFrom("users")
    .select("company_role as role")
    .where("id", "=", userId)
    .where("company_id", "=", companyId)
    .where(isAdmitted)
    .where("blocked", "=", false)
    .forShare()
    .executeTakeFirst();
  return row?.role;
}

/** Ends a pending request; false if it is no longer pending. */
export async function endApproval(
  tx: Tx,
  approvalId: number,
  end: {
    status: "APPROVED" | "REFUSED" | "WITHDRAWN" | "EXPIRED";
    decidedBy?: number | null;
    reason?: string;
    orderId?: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("approvals")
    .set({
      status: end.status,
      decided_by: end.decidedBy ?? null,
      reason: end.reason ?? null,
      order_id: end.orderId ?? null,
      decided_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", approvalId)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks a user's pending requests until the transaction ends: it waits for running decisions, and blocks new ones. Call
 * before locking the account.
 */
export async function lockRequestsOf(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from approvals
    where user_id = ${userId} and status = 'PENDING' order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks an account until the transaction ends, so that it cannot make requests. */
export async function lockRequester(tx: Tx, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for update`.execute(tx);
}

/** Extends the reservation of a locked request by so many hours; undefined if that was done before. */
export async function prolong(tx: Tx, approvalId: number, hours: number) {
  const row = await tx
    .updateTable("approvals")
    .set({
      expires_at: sql<Date>`expires_at + make_interval(secs => ${hours * 3600})`,
      prolonged: true,
    })
    .where("id", "=", approvalId)
    .where("prolonged", "=", false)
    .returning("expires_at as expiresAt")
    .executeTakeFirst();
  return row?.expiresAt;
}

/** Records a reminder; returns 0, or the seconds to wait if it is too early for another one. */
export async function recordReminder(tx: Tx, approvalId: number, hours: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    with noted as (update approvals set reminded_at = now() where id = ${approvalId}
      and (reminded_at is null or reminded_at <= now() - make_interval(hours => ${hours})) returning id)
    select case when exists (select from noted) then 0
      else ceil(extract(epoch from reminded_at + make_interval(hours => ${hours}) - now()))::integer end as wait
    from approvals where id = ${approvalId}`.execute(tx);
  return rows[0]!.wait;
}

/** Records the changes shown to the approver; bumps the version of the request. */
export async function recordChanges(tx: Tx, approvalId: number, changes: object): Promise<void> {
  await sql`update approvals set told_changes = ${JSON.stringify(changes)}::jsonb, version = version + 1
    where id = ${approvalId}`.execute(tx);
}

/** Returns who may decide requests of a company, except the requester. */
export async function decidersOf(executor: Executor, companyId: number, requesterId: number) {
  return await executor
    .selectFrom("users")
    .select(["id", "username", nameOf("users").as("name")])
    .where("company_id", "=", companyId)
    .where("company_role", "in", ["OWNER", "APPROVER"])
    .where(isAdmitted)
    .where("blocked", "=", false)
    .where("erased_at", "is", null)
    .where("id", "<>", requesterId)
    .orderBy("id")
    .execute();
}

/** Returns first and last name, as shown to others in the company. The account must exist. */
export async function nameOfUser(executor: Executor, userId: number): Promise<string> {
  const { name } = await executor
    .selectFrom("users")
    .select(nameOf("users").as("name"))
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Returns a requester's mail address and role in their company; undefined if they were erased or blocked. */
export async function requesterBy(executor: Executor, userId: number) {
  return await executor
    .selectFrom("users")
    .select(["username", "company_role as role"])
    .where("id", "=", userId)
    .where("erased_at", "is", null)
    .where("blocked", "=", false)
    .executeTakeFirst();
}

/**
 * Moves requests, rules and budgets to the company merged into. Its own rules take precedence: the others are used if it
 * has none. Budgets of the same cost centre and year are added up.
 */
export async function movePlans(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await sql`update approvals set company_id = ${intoId} where company_id = ${fromId}`.execute(tx);
  await sql`update approval_rules set company_id = ${intoId} where company_id = ${fromId}
    and not exists (select from approval_rules where company_id = ${intoId})`.execute(tx);
  await tx.deleteFrom("approval_rules").where("company_id", "=", fromId).execute();
  await sql`
    with moved as (
      delete from company_budgets where company_id = ${fromId} returning cost_centre, year, amount_cents
    ), added as (
      update company_budgets b set amount_cents = b.amount_cents + m.amount_cents from moved m
      where b.company_id = ${intoId} and lower(b.cost_centre) = lower(m.cost_centre) and b.year = m.year
      returning m.cost_centre, m.year
    )
    insert into company_budgets (company_id, cost_centre, year, amount_cents)
    select ${intoId}::integer, cost_centre, year, amount_cents from moved
    where (cost_centre, year) not in (select cost_centre, year from added)`.execute(tx);
}

/** Replaces an erased invoice email in ended requests, of any company; pending ones keep it. `email` must be in lower case. */
export async function replaceInvoiceEmail(tx: Tx, email: string, erased: string): Promise<void> {
  await sql`update approvals set details = jsonb_set(details, '{invoiceEmail}', to_jsonb(${erased}::text))
    where status <> 'PENDING' and lower(details ->> 'invoiceEmail') = ${email}`.execute(tx);
}
