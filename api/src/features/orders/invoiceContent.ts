import { countryNames } from "@tonneline/contract/countries";
import { orderedReport, orderedVintage } from "@tonneline/contract/orders";
import type { Tx } from "../../core/db.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { LockedOrder } from "./life.sql.ts";
import { detailsOf } from "./orders.view.ts";

interface Document {
  kind: "INVOICE" | "CREDIT_NOTE";
  issuedOn: string;
  dueOn: string | null;
}

/**
 * What an invoice of an order says (Directive 2006/112/EC, Art. 226), frozen at its issue, but for the number, which is
 * drawn last; amounts in integer cents.
 */
export async function invoiceContent(
  tx: Tx,
  order: LockedOrder,
  document: Document,
  { seller, payment }: Pick<Settings, "seller" | "payment">,
) {
  const { invoiceAddress, remark, ...details } = detailsOf(order);
  // Its time zone made the days, and stands on no invoice.
  const { timeZone: _, ...company } = seller;
  const items = await tx
    .selectFrom("order_items")
    .select(["product_type", "product", "quantity", "price_cents", "total_cents"])
    .where("order_id", "=", order.id)
    .orderBy("position")
    .execute();
  const lines = items.map((item) => ({
    ...lineText(item.product_type, item.product),
    quantity: item.quantity,
    priceCents: item.price_cents,
    totalCents: item.total_cents,
  }));
  return {
    ...document,
    suppliedOn: document.issuedOn,
    precedingInvoice: document.kind === "CREDIT_NOTE" ? order.invoice_number : null,
    orderId: order.id,
    paymentReference: order.payment_reference,
    seller: company,
    bank: { iban: payment.iban, bic: payment.bic, name: payment.bankName },
    buyer: { ...details, ...invoiceAddress, countryName: countryNames[invoiceAddress.countryCode] },
    currency: "EUR",
    lines,
    // Whose words these are is said: they stand on the seller's own document.
    notes: remark ? [`Remark of the buyer: ${remark}`] : [],
    netCents: order.net_cents,
    vatPercent: order.vat_percent,
    vatCents: order.vat_cents,
    grossCents: order.gross_cents,
    vatCategory: order.vat_category,
  };
}

function lineText(productType: string, product: unknown) {
  if (productType === "DUE_DILIGENCE_REPORT") {
    const { reportName } = orderedReport.parse(product);
    return { name: reportName, description: "Due-diligence report, digital", unit: "C62" };
  }
  const { project, vintage } = orderedVintage.parse(product);
  const registry = [project.registry.name, project.externalId].filter(Boolean).join(" ");
  const description = `Carbon credits, ${registry}, vintage ${vintage.year}, ${vintage.creditType.name}, ${vintage.claimType.name}`;
  return { name: project.name, description, unit: "TNE" };
}
