import { countryNames } from "@tonneline/contract/countries";
import { creditTypeText } from "@tonneline/contract/delivery";
import { orderedReport, orderedVintage } from "@tonneline/contract/orders";
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
  /** The day of issue, unless it stands for an invoice that was issued before or takes it back. */
  suppliedOn?: string;
  precedingInvoice?: string;
  /** A credit note of a part of its invoice. */
  part?: true;
  /** A credit note of an invoice that is issued again. */
  replaced?: true;
  paidCents?: number;
  notes?: string[];
}

/**
 * What an invoice or credit note says of `lines` of an order (Directive 2006/112/EC, Art. 226), frozen at its issue, but
 * for the number, which is drawn last; amounts in integer cents. Lines that were credited before count into the VAT.
 */
export function invoiceContent(
  order: LockedOrder,
  document: Document,
  lines: readonly Line[],
  { seller, payment }: Pick<Settings, "seller" | "payment">,
) {
  const { invoiceAddress, remark, ...details } = detailsOf(order);
  // Its time zone made the days, and stands on no invoice.
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
      // Whose words these are is said: they stand on the seller's own document.
      ...(remark ? [`Remark of the buyer: ${remark}`] : []),
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

/** What is left of an order: all of it where nothing was credited. */
export function openLines(items: readonly OrderedItem[]): Line[] {
  return items.flatMap((item) => {
    const cents = item.totalCents - item.creditedCents;
    const quantity = item.quantity - item.creditedQuantity;
    return cents > 0 ? [lineOf(item, quantity, cents)] : [];
  });
}

/** What a credit note takes back. */
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
  // A lower price, or tonnes at another one: one piece of that amount.
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
