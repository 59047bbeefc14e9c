import { address } from "@tonneline/contract/addresses";
import { orderItem } from "@tonneline/contract/orderItems";
import type { Order, OrderDocument, OrderDetails, OrderStatus } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import { euros } from "../../core/money.ts";
import { toRefundCents } from "./corrections.rules.ts";
import { epcText } from "../invoices/epc.rules.ts";
import { referencesOf } from "./details.sql.ts";
import type { ListedOrder } from "./list.sql.ts";
import { owedCents, type LockedOrder } from "./life.sql.ts";
import { vatAt } from "./orders.rules.ts";
import type { OrderRow } from "./orders.sql.ts";
import { openCents } from "./payments.rules.ts";

function commonOf(row: Omit<ListedOrder, "item_count" | "names" | "username">) {
  return {
    id: row.id,
    userId: row.user_id,
    companyId: row.company_id,
    companyName: row.company_name,
    totalCredits: row.total_credits,
    totalPriceNet: euros(row.net_cents),
    totalPriceGross: euros(row.gross_cents),
    vatPercentage: row.vat_percent,
    vatAmount: euros(row.vat_cents),
    vatCategory: row.vat_category as VatCategory,
    changedVat:
      row.changed_percent === null ? null : changedVat(row.net_cents, row.changed_percent),
    currency: "EUR" as const,
    status: row.status as OrderStatus,
    transactionId: row.payment_reference,
    ...referencesOf(row),
    invoiceNumber: row.invoice_number,
    received: euros(row.received_cents),
    open: euros(
      openCents({
        status: row.status as OrderStatus,
        grossCents: owedCents(row),
        netReceivedCents: row.kept_cents,
      }),
    ),
    dueOn: row.due_on,
    overLimit: row.over_limit && {
      limit: euros(row.over_limit.limitCents),
      owed: euros(row.over_limit.owedCents),
    },
    paidAt: row.paid_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

function changedVat(netCents: number, percent: number): Order["changedVat"] {
  const { vat_cents, gross_cents } = vatAt(netCents, percent);
  return {
    vatPercentage: percent,
    vatAmount: euros(vat_cents),
    totalPriceGross: euros(gross_cents),
  };
}

/** Returns the buyer and billing details of an order. */
export function detailsOf(row: LockedOrder) {
  return {
    companyName: row.company_name,
    vatNumber: row.vat_number,
    invoiceEmail: row.invoice_email,
    invoiceAddress: address.parse({
      street: row.street,
      postalCode: row.postal_code,
      province: row.province,
      city: row.city,
      countryCode: row.country_code,
    }),
    ...referencesOf(row),
    remark: row.remark,
  } satisfies OrderDetails;
}

/** Returns an order as its buyer sees it. */
export function orderView(row: OrderRow): Order {
  const { invoiceAddress, ...details } = detailsOf(row);
  return {
    ...commonOf(row),
    ...details,
    placedVatPercentage: row.placed_vat_percent,
    address: invoiceAddress,
    invoiceName: row.invoice_name,
    invoiceFileId: row.invoice_file_id,
    payment: paymentOf(row),
    creditNoteNumber: row.credit_note_number,
    salesTermsName: row.sales_terms_name,
    rejectionReason: row.rejection_reason,
    documents: row.documents.map(documentView),
    creditedAmount: euros(row.credited_cents),
    refundedAmount: euros(row.refunded),
    toRefund: euros(
      toRefundCents({
        status: row.status,
        grossCents: row.gross_cents,
        creditedCents: row.credited_cents,
        receivedCents: row.received_cents,
        refundedCents: row.refunded,
      }),
    ),
    items: row.items.map((item) =>
      orderItem.parse({
        id: item.id,
        quantity: item.quantity,
        price: euros(item.price_cents),
        totalPrice: euros(item.total_cents),
        currency: "EUR",
        creditedQuantity: item.credited_quantity,
        creditedAmount: euros(item.credited_cents),
        returnedQuantity: item.returned_quantity,
        productType: item.product_type,
        product: item.product,
      }),
    ),
    history: row.transitions.map(({ to, at }) => ({
      status: to as OrderStatus,
      at: at.toISOString(),
    })),
  };
}

function documentView({ series, grossCents, ...document }: OrderRow["documents"][number]) {
  return { ...document, kind: series as OrderDocument["kind"], total: euros(grossCents) };
}

function paymentOf(row: OrderRow): Order["payment"] {
  const { payee, due_on: dueOn, status } = row;
  if (!payee || dueOn === null) return null;
  const { iban, bic, name: bankName } = payee.bank;
  // Once paid or rejected, the order must not be paid again by scanning it.
  const owed = { ...payee, grossCents: owedCents(row), paidCents: row.kept_cents };
  const transferText = status === "AWAITING_PAYMENT" ? epcText(owed) : null;
  return { accountHolder: payee.seller.name, iban, bic, bankName, dueOn, transferText };
}

/** Returns a row of the order list. */
export function orderSummaryView({ item_count, names, username: _buyer, ...row }: ListedOrder) {
  return { ...commonOf(row), items: item_count ?? 0, names: names.slice(0, 3) };
}
