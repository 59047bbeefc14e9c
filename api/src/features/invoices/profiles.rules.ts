import type { EInvoiceProfile, EInvoiceState } from "@tonneline/contract/eInvoices";
import type { InvoiceContent } from "./invoices.content.ts";

/** BT-24: the specification that a document complies with. */
export const customizations: Record<EInvoiceProfile, string> = {
  EN16931: "urn:cen.eu:en16931:2017",
  XRECHNUNG: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  PEPPOL: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
};

/** BT-23 of both: the invoice of a purchase, or its credit note. */
export const billingProcess = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

// Peppol's identifier schemes for VAT numbers (EAS), by country prefix.
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

/** Returns the seller's electronic address (BT-34): its VAT number if Peppol has a scheme for it, else its email. */
export function sellerAddress({ seller }: Pick<ProfileFacts, "seller">) {
  const number = seller.vatNumber.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const scheme = vatSchemes[number.slice(0, 2)];
  return scheme ? { scheme, id: number } : { scheme: "EM", id: seller.email };
}

/**
 * Extracts a number of the Dutch company register (KvK) or of public bodies (OIN), with its scheme, from a line containing it.
 */
export function dutchNumber(line = "") {
  const joined = line.replaceAll(/(?<=\d)[ .]+(?=\d)/g, "");
  const id = /(?<!\d)(\d{20}|\d{8})(?!\d)/.exec(joined)?.[0];
  return id && { id, scheme: id.length === 8 ? "0106" : "0190" };
}

/** A company's preferences for the XML of its invoices. */
interface XmlPreferences {
  profile: string;
  reference: string | null;
  address: InvoiceContent["buyer"]["address"];
}

/** The parts of a document that profiles have requirements for. */
type ProfileFacts = Pick<InvoiceContent, "profile"> & {
  seller: Pick<
    InvoiceContent["seller"],
    "phone" | "vatNumber" | "registration" | "countryCode" | "email"
  >;
  buyer: Pick<
    InvoiceContent["buyer"],
    "buyerReference" | "purchaseOrderNumber" | "address" | "countryCode" | "postalCode"
  >;
  vatCategory: string;
};

/** Adds the company's XML preferences to a content; an order's own reference takes precedence over the company's. */
export function withXmlPreferences<
  Given extends { buyer?: Pick<InvoiceContent["buyer"], "buyerReference"> },
>({ buyer, ...content }: Given, { profile, reference, address }: XmlPreferences) {
  const buyerReference = buyer?.buyerReference || reference;
  return { ...content, profile, buyer: { ...buyer, buyerReference, address } };
}

/**
 * Returns what the company's profile requires and the document lacks. XRechnung: BT-10 and seller's telephone (BR-DE-15,
 * BR-DE-6), the buyer's postal code, which not every country has (BR-DE-9), and a VAT rate (BR-DE-14). Peppol: buyer's
 * electronic address (R010), BT-10 or BT-13 (R003), a seller's address with a known scheme; within Germany BT-10 (DE-R-015) and
 * the telephone (DE-R-006), for a Dutch seller a number of its registers (NL-R-003).
 */
export function missingFor(content: ProfileFacts): EInvoiceState["missing"] {
  const { profile = "EN16931", seller, buyer, vatCategory } = content;
  const germans = seller.countryCode === "DE" && buyer.countryCode === "DE";
  const required: Record<EInvoiceProfile, [known: boolean, EInvoiceState["missing"][number]][]> = {
    EN16931: [],
    XRECHNUNG: [
      [Boolean(seller.phone), "SELLER_PHONE"],
      [Boolean(buyer.buyerReference), "BUYER_REFERENCE"],
      [Boolean(buyer.postalCode), "BUYER_POSTAL_CODE"],
      [vatCategory !== "O", "VAT_RATE"],
    ],
    PEPPOL: [
      [Boolean(buyer.address), "BUYER_ADDRESS"],
      germans
        ? [Boolean(buyer.buyerReference), "BUYER_REFERENCE"]
        : [Boolean(buyer.buyerReference || buyer.purchaseOrderNumber), "ORDER_REFERENCE"],
      [sellerAddress(content).scheme !== "EM", "SELLER_VAT_NUMBER"],
      [Boolean(seller.phone) || !germans, "SELLER_PHONE"],
      [
        seller.countryCode !== "NL" || Boolean(dutchNumber(seller.registration)),
        "SELLER_REGISTRATION",
      ],
    ],
  };
  return required[profile].filter(([known]) => !known).map(([, gap]) => gap);
}

/** Returns the profile that a document complies with: the company's choice if nothing is missing for it, else EN 16931. */
export function profileOf(content: ProfileFacts): EInvoiceProfile {
  return missingFor(content).length === 0 ? (content.profile ?? "EN16931") : "EN16931";
}
