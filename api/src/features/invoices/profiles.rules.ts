import type { EInvoiceProfile } from "@tonneline/contract/eInvoices";
import type { InvoiceContent } from "./invoices.content.ts";

/** BT-24: the rules that a document keeps to. */
export const customizations: Record<EInvoiceProfile, string> = {
  EN16931: "urn:cen.eu:en16931:2017",
  XRECHNUNG: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  PEPPOL: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
};

/** BT-23 of both: the invoice of a purchase, or its credit note. */
export const billingProcess = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

// Peppol's own identifiers of VAT numbers (EAS), by the country at their beginning.
const vatSchemes: Record<string, string> = {
  AT: "9914",
  BE: "9925",
  DE: "9930",
  ES: "9920",
  FR: "9957",
  IT: "0211",
  LU: "9938",
  NL: "9944",
  PL: "9945",
};

/** Where an invoice comes from (BT-34): the seller's VAT number, which Peppol knows, or else its email. */
export function sellerAddress({ seller }: Pick<InvoiceContent, "seller">) {
  const number = seller.vatNumber.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const scheme = vatSchemes[number.slice(0, 2)];
  return scheme ? { scheme, id: number } : { scheme: "EM", id: seller.email };
}

/**
 * The profile that a document can keep: the one that its company chose where all is known that it asks for, EN 16931
 * otherwise. XRechnung asks for BT-10 and the seller's telephone (BR-DE-15, BR-DE-6) and for a rate of VAT (BR-DE-14),
 * Peppol for the buyer's electronic address (R010), BT-10 or BT-13 (R003), and within Germany for the telephone (DE-R-006).
 */
export function profileOf(content: InvoiceContent): EInvoiceProfile {
  const { profile = "EN16931", seller, buyer, vatCategory } = content;
  const phone = Boolean(seller.phone);
  if (profile === "XRECHNUNG")
    return phone && buyer.buyerReference && vatCategory !== "O" ? profile : "EN16931";
  if (profile === "EN16931") return profile;
  const named = buyer.buyerReference || buyer.purchaseOrderNumber;
  const germans = seller.countryCode === "DE" && buyer.countryCode === "DE";
  const known = buyer.address && named && sellerAddress(content).scheme !== "EM";
  return known && (phone || !germans) ? profile : "EN16931";
}
