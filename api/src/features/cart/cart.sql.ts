import { sql, type RawBuilder } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { andCommit, withNext } from "../../core/joined.ts";
import type { Shown } from "./cart.rules.ts";

export interface CartRow {
  id: number;
  userId: number;
  version: number;
  /** How many holds the buyer has started or renewed today (UTC). */
  holdsToday: number;
}

/**
 * Locks the user's cart until the transaction ends, and creates it if needed. Sent together with the next statement, which sees
 * what the previous holder of the lock has committed. Carts are locked before any stock.
 */
export async function lockCart(tx: Tx, userId: number): Promise<void> {
  await sql`insert into carts (user_id) select ${userId}::integer
    where not exists (select from carts where user_id = ${userId}::integer)
    on conflict (user_id) do nothing ${withNext}`.execute(tx);
  await sql`select from carts where user_id = ${userId} for update ${withNext}`.execute(tx);
}

/** Locks the user's cart until the transaction ends; does not create one. */
export async function lockExistingCart(tx: Tx, userId: number): Promise<void> {
  await sql`select from carts where user_id = ${userId} for update`.execute(tx);
}

export interface SetLine {
  cartId: number;
  vintageId: number;
  /** Tonnes, all of them held for `minutes` from now. */
  quantity: number;
  minutes: number;
  shown: Shown;
  /** Whether the buyer sees a different cart afterwards: then its version is raised. */
  isChanged: boolean;
  /** Whether it counts towards the daily limit of holds. */
  counts: boolean;
  /** Whether it is the last statement of its transaction, and commits it. */
  isLast: boolean;
}

/**
 * Sets a vintage's line together with its ledger movement, in one statement. Pending notices about the line's quantity are
 * dropped: the buyer has set it now.
 */
export async function setLine(tx: Tx, line: SetLine, movement: RawBuilder<unknown>) {
  const { cartId, vintageId, quantity, minutes, shown, counts, isLast } = line;
  const { rows } = await sql<{ version: number; id: number; reservedTo: Date }>`
    with cart as (
      update carts set version = version + ${line.isChanged ? 1 : 0}, updated_at = now(), holds_on = today.day,
        holds = case when holds_on = today.day then holds else 0 end + ${counts ? 1 : 0}
      from (select (now() at time zone 'UTC')::date as day) today
      where id = ${cartId} returning version
    ), moved as (${movement}), forgotten as (
      delete from cart_changes where cart_id = ${cartId} and product_type = 'VINTAGE_CREDITS'
        and product_id = ${vintageId} and fact in ('quantity', 'removed')
    ), line as (
      insert into cart_items (cart_id, product_type, vintage_id, quantity, reserved, reserved_to,
        price_cents, year, claim_type, impact_type, credit_type, purchasable)
      values (${cartId}, 'VINTAGE_CREDITS', ${vintageId}, ${quantity}, ${quantity},
        clock_timestamp() + make_interval(secs => ${minutes * 60}), ${shown.priceCents}, ${shown.year},
        ${shown.claimType}, ${shown.impactType}, ${shown.creditType}, ${shown.purchasable})
      on conflict (cart_id, vintage_id) do update set quantity = excluded.quantity, reserved = excluded.reserved,
        reserved_to = excluded.reserved_to, price_cents = excluded.price_cents, year = excluded.year,
        claim_type = excluded.claim_type, impact_type = excluded.impact_type, credit_type = excluded.credit_type,
        purchasable = excluded.purchasable
      returning id, reserved_to
    )
    select cart.version, line.id, line.reserved_to as "reservedTo" from line, cart
    ${isLast ? andCommit : sql``}`.execute(tx);
  return rows[0]!;
}

/** Removes a vintage's line together with its ledger movement, in one statement. Returns the cart's version. */
export async function deleteLine(
  tx: Tx,
  line: { cartId: number; itemId: number; vintageId: number },
  movement: RawBuilder<unknown>,
): Promise<number> {
  const { cartId, itemId, vintageId } = line;
  const { rows } = await sql<{ version: number }>`
    with moved as (${movement}), gone as (delete from cart_items where id = ${itemId}), forgotten as (
      delete from cart_changes where cart_id = ${cartId} and product_type = 'VINTAGE_CREDITS'
        and product_id = ${vintageId}
    )
    update carts set version = version + 1, updated_at = now() where id = ${cartId} returning version`.execute(
    tx,
  );
  return rows[0]!.version;
}

/** Empties a cart and drops its pending changes, in one statement; the caller handles the credits. */
export async function emptyCart(tx: Tx, cartId: number): Promise<void> {
  await sql`with ${deletions(cartId)} ${nextVersion(cartId)}`.execute(tx);
}

/**
 * The same as the last statement of a checkout, which also posts the ledger movements, stores the answer and commits: the stock
 * stays locked no longer than that.
 */
export async function closeCart(
  tx: Tx,
  cartId: number,
  sideEffects: { movements: RawBuilder<unknown>; answer: RawBuilder<unknown> },
): Promise<void> {
  await sql`with ${deletions(cartId)}, moved as (${sideEffects.movements}), stored as (${sideEffects.answer})
    ${nextVersion(cartId)} ${andCommit}`.execute(tx);
}

const deletions = (cartId: number) => sql`
  deleted_items as (delete from cart_items where cart_id = ${cartId}),
  deleted_changes as (delete from cart_changes where cart_id = ${cartId})`;
const nextVersion = (cartId: number) =>
  sql`update carts set version = version + 1, updated_at = now() where id = ${cartId}`;

/** Writes a settled line back; its hold's end only moves if the hold is renewed. */
export async function updateItem(
  tx: Tx,
  itemId: number,
  settled: { quantity: number; reserved: number; renewed: boolean; shown: Shown },
  minutes: number,
): Promise<void> {
  const { quantity, reserved, renewed, shown } = settled;
  await sql`update cart_items set quantity = ${quantity}, reserved = ${reserved},
      reserved_to = case when ${reserved}::integer = 0 then null
        when ${renewed}::boolean then clock_timestamp() + make_interval(secs => ${minutes * 60})
        else reserved_to end,
      price_cents = ${shown.priceCents}, year = ${shown.year}, claim_type = ${shown.claimType},
      impact_type = ${shown.impactType}, credit_type = ${shown.creditType}, purchasable = ${shown.purchasable}
    where id = ${itemId}`.execute(tx);
}

/** Deletes lines; the caller raises the cart's version and releases the credits that they held. */
export async function deleteItems(tx: Tx, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx
    .deleteFrom("cart_items")
    .where("id", "=", sql<number>`any(${itemIds}::integer[])`)
    .execute();
}

/** Adds a report to a locked cart that does not contain it. */
export async function insertReportItem(
  tx: Tx,
  item: { cartId: number; reportId: number; priceCents: number },
): Promise<void> {
  await tx
    .insertInto("cart_items")
    .values({
      cart_id: item.cartId,
      product_type: "DUE_DILIGENCE_REPORT",
      report_id: item.reportId,
      quantity: 1,
      price_cents: item.priceCents,
    })
    .execute();
}

/** Updates the price shown to the buyer, in cents; the caller raises the cart's version. */
export async function updateReportPrice(tx: Tx, itemId: number, priceCents: number): Promise<void> {
  await tx
    .updateTable("cart_items")
    .set({ price_cents: priceCents })
    .where("id", "=", itemId)
    .execute();
}

/** Returns a report on sale with its price in cents, locked against deletion until the transaction ends; else undefined. */
export function reportOnSale(tx: Tx, reportId: number) {
  return tx
    .selectFrom("reports")
    .select(["id", "price_cents as priceCents"])
    .where("id", "=", reportId)
    .where(sql<boolean>`report_on_sale(id)`)
    .forKeyShare()
    .executeTakeFirst();
}

/** Marks the cart as different from what its buyer saw. Returns the new version. */
export async function raiseVersion(tx: Tx, cartId: number): Promise<number> {
  const { version } = await tx
    .updateTable("carts")
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", cartId)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Returns the users whose cart contains any of these vintages. */
export async function usersHolding(
  executor: Executor,
  vintageIds: readonly number[],
): Promise<number[]> {
  const rows = await executor
    .selectFrom("carts")
    .innerJoin("cart_items", "cart_items.cart_id", "carts.id")
    .select("carts.user_id as userId")
    .distinct()
    .where("cart_items.vintage_id", "=", sql<number>`any(${vintageIds}::integer[])`)
    .orderBy("carts.user_id")
    .execute();
  return rows.map((row) => row.userId);
}

/** Returns the users of these companies whose cart contains vintages. */
export async function usersOf(
  executor: Executor,
  companyIds: readonly number[],
): Promise<number[]> {
  const rows = await executor
    .selectFrom("carts")
    .innerJoin("cart_items", "cart_items.cart_id", "carts.id")
    .innerJoin("users", "users.id", "carts.user_id")
    .select("carts.user_id as userId")
    .distinct()
    .where("users.company_id", "=", sql<number>`any(${companyIds}::integer[])`)
    .where("cart_items.vintage_id", "is not", null)
    .orderBy("carts.user_id")
    .execute();
  return rows.map((row) => row.userId);
}

/** Returns the ids of a project's vintages, including withdrawn ones, in no particular order. */
export async function vintagesOfProject(executor: Executor, projectId: number): Promise<number[]> {
  const rows = await executor
    .selectFrom("vintages")
    .select("id")
    .where("project_id", "=", projectId)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the carts with an expired hold, oldest first. */
export async function cartsWithEndedHolds(executor: Executor, limit: number): Promise<number[]> {
  const rows = await executor
    .selectFrom("cart_items")
    .select((eb) => ["cart_id as cartId", eb.fn.min("reserved_to").as("since")])
    .where("reserved_to", "<=", sql<Date>`now()`)
    .groupBy("cart_id")
    .orderBy("since")
    .limit(limit)
    .execute();
  return rows.map((row) => row.cartId);
}

/** Ends the expired holds of a cart. Empty if the cart is locked: the transaction at work on it settles them itself. */
export async function endHolds(tx: Tx, cartId: number) {
  const cart = await tx
    .selectFrom("carts")
    .select("user_id as userId")
    .where("id", "=", cartId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!cart) return [];
  const { rows } = await sql<{ vintageId: number; reserved: number }>`
    with ended as (select id, vintage_id, reserved from cart_items
      where cart_id = ${cartId} and reserved_to <= now() for update)
    update cart_items c set reserved = 0, reserved_to = null from ended where c.id = ended.id
    returning ended.vintage_id as "vintageId", ended.reserved`.execute(tx);
  return rows.map((row) => ({ ...row, userId: cart.userId }));
}

/** Returns the seconds until the next day (UTC), at least one. */
export async function secondsLeftToday(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from
      date_trunc('day', now() at time zone 'UTC') + interval '1 day' - now() at time zone 'UTC')))::integer as seconds`.execute(
    tx,
  );
  return rows[0]!.seconds;
}
