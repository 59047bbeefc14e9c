import type { ManagedOrder } from "@tonneline/contract/orders";
import { euros } from "../../core/money.ts";
import type { PaymentRow } from "./payments.sql.ts";

/** Returns a payment as operators see it. */
export function paymentView(row: PaymentRow): ManagedOrder["payments"][number] {
  return {
    id: row.id,
    amount: euros(row.amount_cents),
    day: row.received_on,
    reference: row.reference,
    ...(row.entry_id !== null && { entryId: row.entry_id }),
  };
}
