import type { CountryCode } from "@tonneline/contract/countries";
import type { ManagedOrder, OrderStatus } from "@tonneline/contract/orders";
import { expectedVatNumber } from "@tonneline/contract/vatNumbers";
import type { OrderRow } from "./orders.sql.ts";
import { orderView } from "./orders.view.ts";
import { paymentView } from "./payments.view.ts";

/** Returns whether a VAT number has its country's format. */
export const vatNumberLooksRight = (row: { vat_number: string; country_code: string }) =>
  expectedVatNumber(row.country_code as CountryCode, row.vat_number) === undefined;

/** Returns an order as operators see it. */
export function managedOrderView(row: OrderRow): ManagedOrder {
  return {
    ...orderView(row),
    username: row.username,
    buyerName: row.buyer_name,
    vatNumberLooksRight: vatNumberLooksRight(row),
    vatCheckResult: row.vat_check_result as ManagedOrder["vatCheckResult"],
    vatCheckOn: row.vat_check_on,
    vatCheckEvidence: row.vat_check_evidence,
    knownVatCheck: row.known_vat_check,
    limitReason: row.limit_reason,
    payments: row.payments.map(paymentView),
    transitions: row.transitions.map((each) => ({
      from: each.from as OrderStatus | null,
      to: each.to as OrderStatus,
      actor: each.actor,
      actorName: each.actorName,
      reason: each.reason,
      at: each.at.toISOString(),
    })),
    version: row.version,
  };
}
