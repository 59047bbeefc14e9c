import { sql, type RawBuilder } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import type { Executor } from "../../core/db.ts";

/** The person whose data it is. */
export type Whose = NonNullable<Awaited<ReturnType<typeof accountOf>>>;

/** Returns an account, even if erased; undefined if there is none. `isLastAdmin`: it is an Admin, and no other can log in. */
export function accountOf(executor: Executor, userId: number) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select([
      "users.id as userId",
      "users.username",
      "roles.permissions",
      sql<boolean>`users.erased_at is not null`.as("erased"),
      sql<boolean>`roles.name = ${roleNames.admin} and not exists (
        select from users others where others.role_id = roles.id and not others.blocked and others.id <> users.id)`.as(
        "isLastAdmin",
      ),
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
}

const listOf = (rows: RawBuilder<unknown>) =>
  sql<unknown>`(select coalesce(json_agg(to_json(rows)), '[]') from (${rows}) rows)`;

/** Actions by a user, and those on their account. */
const ofAudit = (userId: number) =>
  sql`(actor_id = ${userId} or (thing_type = 'user' and thing_id = ${String(userId)}))`;

/** Everything stored about a person, by subject, except secrets: the hash of the password, of tokens and of second factors. */
const parts: Record<string, (whose: Whose) => RawBuilder<unknown>> = {
  account: ({ userId }) => sql`(select to_json(one) from (
    select u.id, u.username, u.first_name as "firstName", u.last_name as "lastName", u.phone, roles.name as role,
      companies.name as company, u.company_role as "companyRole", u.company_since as "companySince",
      u.avatar_file_id is not null as "hasPhoto",
      exists (select from second_factors f where f.user_id = u.id) as "hasSecondFactor", u.registered_at as "registeredAt", u.verified_at as "verifiedAt",
      u.last_login_at as "lastLoginAt", u.last_purchase_at as "lastPurchaseAt", u.blocked,
      u.blocked_reason as "blockedReason", u.total_purchased_volume as "totalPurchasedVolume",
      partners.name as "referralPartner", u.referal_external_id as "referralExternalId"
    from users u join roles on roles.id = u.role_id join companies on companies.id = u.company_id left join partners on partners.id = u.referal_partner_id
    where u.id = ${userId}) one)`,
  companyDetails: ({ userId }) =>
    listOf(sql`select company_name as "companyName", vat_number as "vatNumber", invoice_email as "invoiceEmail",
      street, postal_code as "postalCode", province, city, country_code as "countryCode", updated_at as "updatedAt"
      from company_details
      where company_id = (select company_id from users where id = ${userId})`),
  sessions: ({ userId }) =>
    listOf(sql`select created_at as "createdAt", rotated_at as "lastUsedAt", browser, address,
      expires_at as "expiresAt",
      ended_at as "endedAt", ended_reason as "endedReason" from sessions where user_id = ${userId} order by created_at`),
  passkeys: ({ userId }) =>
    listOf(sql`select name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
      where user_id = ${userId} order by id`),
  cart: ({ userId }) =>
    listOf(sql`select i.product_type as "productType", i.vintage_id as "vintageId", i.report_id as "reportId",
      i.quantity, i.reserved_to as "reservedTo" from cart_items i join carts on carts.id = i.cart_id
      where carts.user_id = ${userId} order by i.id`),
  shortlists: ({ userId }) =>
    listOf(sql`select s.name as shortlist, k.vintage_id as "vintageId", k.note, k.added_at as "addedAt"
      from shortlist_vintages k join shortlists s on s.id = k.shortlist_id where k.user_id = ${userId}
      order by k.added_at, k.vintage_id`),
  savedSearches: ({ userId }) =>
    listOf(sql`select name, query, alert, created_at as "createdAt" from saved_searches
      where user_id = ${userId} order by id`),
  savedViews: ({ userId }) =>
    listOf(sql`select list, name, query, hidden from saved_views
      where user_id = ${userId} order by id`),
  orders: ({ userId }) =>
    listOf(sql`select o.id, o.status, o.company_name as "companyName", o.vat_number as "vatNumber",
      o.invoice_email as "invoiceEmail", o.street, o.postal_code as "postalCode", o.province, o.city,
      o.country_code as "countryCode", o.purchase_order_number as "purchaseOrderNumber", o.cost_centre as "costCentre",
      o.buyer_reference as "buyerReference", o.remark, o.total_credits as "totalCredits", o.gross_cents as "grossCents",
      o.invoice_number as "invoiceNumber", o.paid_at as "paidAt", o.created_at as "createdAt",
      ${listOf(sql`select product_type as "productType", quantity, price_cents as "priceCents", product
        from order_items where order_id = o.id order by position`)} as items
      from orders o where o.user_id = ${userId} order by o.id`),
  approvalRequests: ({ userId }) =>
    listOf(sql`select id, status, details, total_credits as "totalCredits", gross_cents as "grossCents",
      expires_at as "expiresAt", decided_at as "decidedAt", reason, order_id as "orderId", created_at as "createdAt"
      from approvals where user_id = ${userId} order by id`),
  quotes: ({ userId }) =>
    listOf(sql`select id, content, valid_until as "validUntil", withdrawn_at as "withdrawnAt", order_id as "orderId",
      created_at as "createdAt" from quotes where user_id = ${userId} order by id`),
  retirements: ({ userId }) =>
    listOf(sql`select id, vintage_id as "vintageId", quantity, status, beneficiary_name as "beneficiaryName", purpose,
      message, period_from as "periodFrom", period_to as "periodTo", requested_at as "requestedAt",
      retired_at as "retiredAt" from retirements where user_id = ${userId} order by id`),
  notifications: ({ userId }) =>
    listOf(sql`select code, facts, occured_at as "occuredAt", read_at as "readAt" from notifications
      where user_id = ${userId} order by id`),
  supportRequests: ({ userId, username }) =>
    listOf(sql`select first_name as "firstName", last_name as "lastName", email, topic, message, status,
      created_at as "createdAt", (select coalesce(json_agg(json_build_object('text', m.text, 'byOperator',
        m.operator_id is not null, 'createdAt', m.created_at) order by m.id), '[]') from support_messages m
        where m.request_id = support_requests.id) as messages from support_requests
      where user_id = ${userId} or lower(email) = ${username} order by id`),
  notes: ({ userId }) =>
    listOf(sql`select record_type as "recordType", record_id as "recordId", text, created_at as "createdAt"
      from record_notes where author_id = ${userId} order by id`),
  notesOnAccount: ({ userId }) =>
    listOf(sql`select text, created_at as "createdAt" from record_notes
      where record_type = 'user' and record_id = ${userId} order by id`),
  invitations: ({ userId, username }) =>
    listOf(sql`select c.name as company, i.role, i.email = ${username} as received, i.created_at as "createdAt",
      i.accepted_at as "acceptedAt" from company_invitations i join companies c on c.id = i.company_id
      where i.email = ${username} or i.invited_by = ${userId} order by i.id`),
  reminders: ({ username }) =>
    listOf(sql`select order_id as "orderId", level, created_at as "createdAt" from reminders
      where ${username} = any(sent_to) order by id`),
  decisions: ({ userId }) =>
    listOf(sql`select decision, rows, created_at as "createdAt" from bulk_runs
      where actor_id = ${userId} order by id`),
  mails: ({ username }) =>
    listOf(sql`select subject, status, created_at as "createdAt", sent_at as "sentAt" from mails
      where lower(recipient) = ${username} order by id`),
  flags: ({ username }) =>
    listOf(sql`select flags.name, o.enabled, o.value from flag_overrides o join flags on flags.id = o.flag_id
      where o.identity = ${username} order by flags.name`),
  auditEntries: ({ userId }) =>
    listOf(sql`select at, action, ip, thing_type as "thingType", thing_id as "thingId", thing_name as "thingName"
      from audit_entries where ${ofAudit(userId)} order by id`),
};

/** Returns all parts as one object, read in a single statement for a consistent snapshot. */
export async function personalData(executor: Executor, whose: Whose): Promise<object> {
  const columns = Object.entries(parts).map(
    ([name, part]) => sql`${part(whose)} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<object>`select ${sql.join(columns)}`.execute(executor);
  return rows[0]!;
}

/** Returns the name by which others know a user, and the other members of their company. */
export async function namedAs(executor: Executor, userId: number) {
  const { rows } = await sql<{ name: string; colleagues: { id: number; username: string }[] }>`
    select u.first_name || ' ' || u.last_name as name, (
      select coalesce(json_agg(json_build_object('id', o.id, 'username', o.username)), '[]') from users o
      where o.company_id = u.company_id and o.id <> u.id) as colleagues
    from users u where u.id = ${userId}`.execute(executor);
  return rows[0]!;
}

/** Returns what is in progress in the company of an account that is its only member, and the records that erasure retains. */
export async function recordsOf(executor: Executor, userId: number) {
  const { rows } = await sql<{
    openOrders: number;
    retirementsInProgress: number;
    creditsHeld: number;
    orders: number;
    invoices: number;
    retirements: number;
    auditEntries: number;
    companyId: number;
    isAlone: boolean;
    isLastOwner: boolean;
  }>`
    with company as (
      select company_id as id,
        not exists (select from users o where o.company_id = u.company_id and o.id <> u.id and o.erased_at is null) as alone,
        company_role = 'OWNER' and not exists (select from users o where o.company_id = u.company_id and o.id <> u.id
          and o.company_role = 'OWNER' and not o.blocked
          and o.role_id <> (select id from roles where name = ${roleNames.anonymous})) as last_owner
      from users u where u.id = ${userId}
    )
    select company.id as "companyId", company.alone as "isAlone",
    not company.alone and company.last_owner as "isLastOwner",
    (select count(*) from orders where company_id = company.id and company.alone
      and status in ('AWAITING_APPROVAL', 'AWAITING_PAYMENT'))::integer as "openOrders",
    (select count(*) from retirements where company_id = company.id and company.alone
      and status = 'RETIREMENT_IN_PROGRESS')::integer as "retirementsInProgress",
    (select coalesce(sum(purchased - in_progress - retired), 0) from holdings
      where company_id = company.id and company.alone)::bigint as "creditsHeld",
    (select count(*) from orders where user_id = ${userId})::integer as orders,
    (select count(*) from invoices join orders on orders.id = invoices.order_id
      where orders.user_id = ${userId})::integer as invoices,
    (select count(*) from retirements where user_id = ${userId}
      and status not in ('DECLINED', 'WITHDRAWN'))::integer as retirements,
    (select count(*) from audit_entries where ${ofAudit(userId)})::integer as "auditEntries"
    from company`.execute(executor);
  return rows[0]!;
}
