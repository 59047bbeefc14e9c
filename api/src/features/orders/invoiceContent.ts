import { countryNames } from "@tonneline/contract/countries";
import { creditTypeText } from "@tonneline/contract/delivery";
import { orderedReport, orderedVintage } from "@tonneline/contract/orderItems";
import { formatInteger } from "../../core/formats.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import { sumsOfPart, type Credit } from "./corrections.rules.ts";
import type { OrderedItem } from "./corrections.sql.ts";
import type { LockedOrder } from "./life.sql.ts";
import { detailsOf } from "./orders.view.ts";

export interface Document {
  kind: "INVOICE" | "CREDIT_NOTE";
  issuedOn: string;
  dueOn: string | null;
  /** Defaults to the day of issue; set for documents that replace or cancel an earlier invoice. */
  suppliedOn?: string;
  precedingInvoice?: string;
  /** Set for a credit note over part of its invoice. */
  part?: true;
  /** Set for a credit note whose invoice is reissued. */
  replaced?: true;
  paidCents?: number;
  notes?: string[];
}

/**
 * Returns the content of an invoice or credit note over `lines` of an order (Directive 2006/112/EC, Art. 226), frozen at issue
 * except for the number, which is drawn last. Amounts are integer cents. The VAT takes lines credited earlier into account.
 */
export function invoiceContent(
  order: LockedOrder,
  document: Document,
  lines: readonly Line[],
  { seller, payment }: Pick<Settings, "seller" | "payment">,
) {
  const { invoiceAddress, remark, ...details } = detailsOf(order);
  // The time zone determined the days, and is not printed.
  const { timeZone: _, ...company } = seller;
  const netCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return {
    suppliedOn: document.issuedOn,
    precedingInvoice: null,
    ...document,
    orderId: order.id,
    paymentReference: order.payment_reference,
    seller: company,
    bank: { iban: payment.iban, bic: payment.bic, name: payment.bankName },
    buyer: { ...details, ...invoiceAddress, countryName: countryNames[invoiceAddress.countryCode] },
    currency: "EUR",
    lines,
    notes: [
      ...(document.notes ?? []),
      // Attributed to the buyer, since it appears on the seller's document.
      ...(remark ? [`Buyer's remark: ${remark}`] : []),
    ],
    ...sumsOfPart(order.credited_net_cents, netCents, order.vat_percent),
    vatPercent: order.vat_percent,
    vatCategory: order.vat_category,
  };
}

interface Line {
  name: string;
  description: string;
  unit: string;
  quantity: number;
  priceCents: number;
  totalCents: number;
}

/** Returns the uncredited lines of an order: all of them if nothing was credited. */
export function openLines(items: readonly OrderedItem[]): Line[] {
  return items.flatMap((item) => {
    const cents = item.totalCents - item.creditedCents;
    const quantity = item.quantity - item.creditedQuantity;
    return cents > 0 ? [lineOf(item, quantity, cents)] : [];
  });
}

/** Returns the lines of a credit note. */
export function creditedLines(items: readonly OrderedItem[], credits: readonly Credit[]): Line[] {
  return credits.flatMap(({ itemId, quantity, cents }) => {
    const item = items.find(({ id }) => id === itemId);
    return item ? [lineOf(item, quantity, cents)] : [];
  });
}

function lineOf(item: OrderedItem, quantity: number, totalCents: number): Line {
  const { name, description, unit } = lineText(item.productType, item.product);
  if (quantity * item.priceCents === totalCents)
    return { name, description, unit, quantity, priceCents: item.priceCents, totalCents };
  // A price reduction, or tonnes at a different price: one piece of that amount.
  const tonnes = `${formatInteger(quantity)} t`;
  const what = quantity > 0 && unit === "TNE" ? `${description}, ${tonnes}` : description;
  return { name, description: what, unit: "C62", quantity: 1, priceCents: totalCents, totalCents };
}

function lineText(productType: string, product: unknown) {
  if (productType === "DUE_DILIGENCE_REPORT") {
    const { reportName } = orderedReport.parse(product);
    return { name: reportName, description: "Due-diligence report, digital", unit: "C62" };
  }
  const { project, vintage } = orderedVintage.parse(product);
  const registry = [project.registry.name, project.externalId].filter(Boolean).join(" ");
  const description = `Carbon credits, ${registry}, vintage ${vintage.year}, ${creditTypeText(vintage.creditType.id, vintage.expectedDelivery)}, ${vintage.claimType.name}`;
  return { name: project.name, description, unit: "TNE" };
}
