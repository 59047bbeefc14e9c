import type { CartChange } from "@tonneline/contract/cart";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import type { ChangedFact } from "./cart.rules.ts";

/** The product of a cart line. */
export type Product = Pick<CartChange, "productType" | "productId">;

/** Returns the product of a vintage's line. */
export const vintageProduct = (vintageId: number): Product => ({
  productType: "VINTAGE_CREDITS",
  productId: vintageId,
});

/** Returns the product of a report's line. */
export const reportProduct = (reportId: number): Product => ({
  productType: "DUE_DILIGENCE_REPORT",
  productId: reportId,
});

/** A changed line of a cart. */
export interface ChangedLine extends Product {
  name: string;
  year: number | null;
  facts: ChangedFact[];
}

/**
 * Adds changes that came with a version of the cart. A fact that had changed before keeps its first value, and is dropped once
 * it is back at that value; for a removed line only the removal is kept.
 */
export async function addChanges(
  tx: Tx,
  cart: { id: number; version: number },
  lines: readonly ChangedLine[],
): Promise<void> {
  for (const { productType, productId, name, year, facts } of lines) {
    const isGone = facts.some(({ fact }) => fact === "removed");
    if (isGone) await deleteChanges(tx, cart.id, { productType, productId });
    for (const { fact, before, after } of facts) {
      await sql`insert into cart_changes (cart_id, product_type, product_id, name, year, fact, before, after, version)
        values (${cart.id}, ${productType}, ${productId}, ${name}, ${year}, ${fact},
          ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${cart.version})
        on conflict (cart_id, product_type, product_id, fact)
          do update set after = excluded.after, version = excluded.version`.execute(tx);
    }
  }
  if (lines.length === 0) return;
  await sql`delete from cart_changes
    where cart_id = ${cart.id} and fact <> 'removed' and before = after`.execute(tx);
}

/** Drops the pending changes of a line. */
export async function deleteChanges(tx: Tx, cartId: number, line: Product): Promise<void> {
  await tx
    .deleteFrom("cart_changes")
    .where("cart_id", "=", cartId)
    .where("product_type", "=", line.productType)
    .where("product_id", "=", line.productId)
    .execute();
}

/** Acknowledges the buyer's changes up to this version of the cart; later ones stay. */
export async function acknowledgeChanges(executor: Executor, userId: number, version: number) {
  await executor
    .deleteFrom("cart_changes")
    .using("carts")
    .whereRef("carts.id", "=", "cart_changes.cart_id")
    .where("carts.user_id", "=", userId)
    .where("cart_changes.version", "<=", version)
    .execute();
}
