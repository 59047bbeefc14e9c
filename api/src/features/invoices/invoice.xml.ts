import type { Invoice } from "@e-invoice-eu/core";
import type { CountryCode } from "@tonneline/contract/countries";
import { decimals } from "../../core/money.ts";
import { noReference, writeFormat } from "./formats.ts";
import { titleOf, type InvoiceContent, type InvoiceLine } from "./invoices.content.ts";
import type { EInvoiceProfile } from "@tonneline/contract/eInvoices";
import { vatIdentifier } from "@tonneline/contract/vatNumbers";
import {
  billingProcess,
  customizations,
  dutchNumber,
  profileOf,
  sellerAddress,
} from "./profiles.rules.ts";
import { nothingToPay } from "./invoice.payment.ts";
import { vatReasons } from "./vat.reasons.ts";

type Ubl = Invoice["ubl:Invoice"];

/** The code list of EN 16931 has 1A for Kosovo, since XK is not an official ISO 3166 code. */
function country(code: CountryCode) {
  return { "cbc:IdentificationCode": code === "XK" ? ("1A" as const) : code };
}

function taxCategory({ vatCategory, vatPercent }: InvoiceContent) {
  return {
    "cbc:ID": vatCategory,
    // BR-O-05: outside the scope there is no rate at all, rather than a rate of 0.
    ...(vatCategory === "O" ? {} : { "cbc:Percent": String(vatPercent) }),
    "cac:TaxScheme": { "cbc:ID": "VAT" },
  };
}

/** Extracts the number of a Dutch register with its scheme from a line that contains it. */
function dutchId(line: string | undefined) {
  const dutch = dutchNumber(line);
  return dutch && { "cbc:CompanyID": dutch.id, "cbc:CompanyID@schemeID": dutch.scheme as "0106" };
}

/** Returns the seller's number in a register (BT-30; NL-R-003). */
function sellerLegalId({ countryCode, registration, taxNumber }: InvoiceContent["seller"]) {
  const dutch = countryCode === "NL" ? dutchId(registration) : undefined;
  return dutch ?? { "cbc:CompanyID": registration ?? taxNumber };
}

/**
 * A number that is no EU VAT identifier still identifies the buyer (BT-47; BR-AE-02 accepts either), but within the Netherlands
 * only a register's number may (NL-R-005).
 */
function buyerLegalId({ seller, buyer }: InvoiceContent) {
  const isWithin = seller.countryCode === "NL" && buyer.countryCode === "NL";
  return isWithin ? (dutchId(buyer.vatNumber) ?? {}) : { "cbc:CompanyID": buyer.vatNumber };
}

function sellerParty(content: InvoiceContent, profile: EInvoiceProfile) {
  const { seller, vatCategory } = content;
  const from = profile === "EN16931" ? { scheme: "EM", id: seller.email } : sellerAddress(content);
  // BR-O-02: without VAT identifiers the seller is identified by the tax office's number (BT-32) …
  const isOutside = vatCategory === "O";
  const vatId = isOutside ? null : vatIdentifier(seller.vatNumber);
  const taxId = {
    // BR-CO-09: a number without a country is no VAT identifier, but still one for taxes.
    "cbc:CompanyID": vatId ?? (isOutside ? seller.taxNumber : seller.vatNumber),
    "cac:TaxScheme": { "cbc:ID": vatId ? "VAT" : "FC" },
  };
  const party: Ubl["cac:AccountingSupplierParty"]["cac:Party"] = {
    "cbc:EndpointID": from.id,
    "cbc:EndpointID@schemeID": from.scheme as "EM",
    "cac:PostalAddress": {
      "cbc:StreetName": seller.street,
      "cbc:CityName": seller.city,
      "cbc:PostalZone": seller.postalCode,
      "cac:Country": country(seller.countryCode),
    },
    "cac:PartyTaxScheme": [taxId],
    "cac:PartyLegalEntity": {
      "cbc:RegistrationName": seller.name,
      // … and by a legal id (BR-CO-26).
      ...sellerLegalId(seller),
    },
    "cac:Contact": {
      "cbc:Name": seller.name,
      ...(seller.phone ? { "cbc:Telephone": seller.phone } : {}),
      "cbc:ElectronicMail": seller.email,
    },
  };
  return party;
}

function buyerParty(content: InvoiceContent) {
  const { buyer, vatCategory } = content;
  const vatId = vatCategory === "O" ? null : vatIdentifier(buyer.vatNumber);
  return {
    "cbc:EndpointID": buyer.address?.id ?? buyer.invoiceEmail,
    "cbc:EndpointID@schemeID": (buyer.address?.scheme ?? "EM") as "EM",
    "cac:PostalAddress": {
      "cbc:StreetName": buyer.street,
      "cbc:CityName": buyer.city,
      ...(buyer.postalCode ? { "cbc:PostalZone": buyer.postalCode } : {}),
      ...(buyer.province ? { "cbc:CountrySubentity": buyer.province } : {}),
      "cac:Country": country(buyer.countryCode),
    },
    ...(vatId
      ? { "cac:PartyTaxScheme": { "cbc:CompanyID": vatId, "cac:TaxScheme": { "cbc:ID": "VAT" } } }
      : {}),
    "cac:PartyLegalEntity": {
      "cbc:RegistrationName": buyer.companyName,
      ...(vatId ? {} : buyerLegalId(content)),
    },
    "cac:Contact": { "cbc:ElectronicMail": buyer.invoiceEmail },
  };
}

function invoiceLine(content: InvoiceContent, line: InvoiceLine, index: number) {
  return {
    "cbc:ID": String(index + 1),
    "cbc:InvoicedQuantity": String(line.quantity),
    "cbc:InvoicedQuantity@unitCode": line.unit,
    "cbc:LineExtensionAmount": decimals(line.totalCents),
    "cbc:LineExtensionAmount@currencyID": content.currency,
    "cac:Item": {
      ...(line.description ? { "cbc:Description": line.description } : {}),
      "cbc:Name": line.name,
      "cac:ClassifiedTaxCategory": taxCategory(content),
    },
    "cac:Price": {
      "cbc:PriceAmount": decimals(line.priceCents),
      "cbc:PriceAmount@currencyID": content.currency,
    },
  };
}

/** Returns the payment terms (BT-20), shown with the amount; a credit note needs them, without a due date in UBL (BR-CO-25). */
export function paymentTerms(content: InvoiceContent): string {
  if (content.kind === "CREDIT_NOTE" || content.paidCents === content.grossCents) {
    return nothingToPay(content);
  }
  return `Payable by ${content.dueOn} with reference ${content.paymentReference}.`;
}

function paymentMeans(content: InvoiceContent) {
  return {
    // SEPA credit transfer
    "cbc:PaymentMeansCode": "58" as const,
    "cbc:PaymentID": content.paymentReference,
    "cac:PayeeFinancialAccount": {
      "cbc:ID": content.bank.iban,
      "cbc:Name": content.seller.name,
      ...(content.bank.bic
        ? { "cac:FinancialInstitutionBranch": { "cbc:ID": content.bank.bic } }
        : {}),
    },
  };
}

const money = <K extends string>(key: K, cents: number, currency: "EUR") =>
  ({ [key]: decimals(cents), [`${key}@currencyID`]: currency }) as Record<K, string> &
    Record<`${K}@currencyID`, "EUR">;

/** The whole document has a single rate. */
function taxTotal(content: InvoiceContent) {
  const { vatCategory, netCents, vatCents, currency } = content;
  const reason = vatCategory === "S" ? undefined : vatReasons[vatCategory];
  const { "cac:TaxScheme": scheme, ...category } = taxCategory(content);
  const total = money("cbc:TaxAmount", vatCents, currency);
  const subtotal = {
    ...money("cbc:TaxableAmount", netCents, currency),
    ...total,
    "cac:TaxCategory": {
      ...category,
      ...(reason
        ? {
            "cbc:TaxExemptionReasonCode": reason.code,
            "cbc:TaxExemptionReason": reason.text,
          }
        : {}),
      "cac:TaxScheme": scheme,
    },
  };
  return { ...total, "cac:TaxSubtotal": [subtotal] };
}

function monetaryTotal({ netCents, grossCents, paidCents = 0, currency }: InvoiceContent) {
  return {
    ...money("cbc:LineExtensionAmount", netCents, currency),
    ...money("cbc:TaxExclusiveAmount", netCents, currency),
    ...money("cbc:TaxInclusiveAmount", grossCents, currency),
    ...(paidCents ? money("cbc:PrepaidAmount", paidCents, currency) : {}),
    ...money("cbc:PayableAmount", grossCents - paidCents, currency),
  };
}

const wantsMeans = ({ seller }: InvoiceContent, profile: EInvoiceProfile) =>
  profile === "XRECHNUNG" || (profile === "PEPPOL" && seller.countryCode !== "NL");

/**
 * Peppol accepts a single note (R002). UBL has a note's subject code between two number signs, where any other text is invalid
 * (BR-CL-08): a note that has such signs gets the code of general information.
 */
function notesFor({ notes }: InvoiceContent, profile: EInvoiceProfile): string[] {
  const all = profile === "PEPPOL" && notes.length > 0 ? [notes.join("\n")] : notes;
  return all.map((note) => (/#[^#]*#/.test(note) ? `#AAI#${note}` : note));
}

function ublInvoice(content: InvoiceContent, profile: EInvoiceProfile): Invoice {
  const [first, ...rest] = content.lines.map((line, index) => invoiceLine(content, line, index));
  return {
    "ubl:Invoice": {
      "cbc:CustomizationID": customizations[profile],
      ...(profile === "EN16931" ? {} : { "cbc:ProfileID": billingProcess }),
      "cbc:ID": content.number,
      "cbc:IssueDate": content.issuedOn,
      ...(content.dueOn ? { "cbc:DueDate": content.dueOn } : {}),
      "cbc:InvoiceTypeCode": content.kind === "INVOICE" ? "380" : "381",
      ...(content.notes.length > 0 ? { "cbc:Note": content.notes } : {}),
      "cbc:DocumentCurrencyCode": content.currency,
      // The buyer's accounting reference (BT-19) and the reference that routes it within their organisation (BT-10).
      ...(content.buyer.costCentre ? { "cbc:AccountingCost": content.buyer.costCentre } : {}),
      ...(content.buyer.buyerReference
        ? { "cbc:BuyerReference": content.buyer.buyerReference }
        : {}),
      // The buyer's order number (BT-13) and ours, which is the seller's reference (BT-14).
      "cac:OrderReference": {
        "cbc:ID": content.buyer.purchaseOrderNumber ?? noReference,
        "cbc:SalesOrderID": String(content.orderId),
      },
      ...(content.precedingInvoice
        ? {
            "cac:BillingReference": [
              {
                "cac:InvoiceDocumentReference": { "cbc:ID": content.precedingInvoice },
              },
            ],
          }
        : {}),
      "cac:AccountingSupplierParty": { "cac:Party": sellerParty(content, profile) },
      "cac:AccountingCustomerParty": { "cac:Party": buyerParty(content) },
      // Always present: CII requires the header's delivery, and an invoice has to state the day of supply (Art. 226 no. 7).
      "cac:Delivery": { "cbc:ActualDeliveryDate": content.suppliedOn },
      ...(content.kind === "INVOICE" ? { "cac:PaymentMeans": [paymentMeans(content)] } : {}),
      // BR-DE-1 requires them on a credit note, too: code 1, none agreed, which Dutch sellers must not use (NL-R-008).
      ...(content.kind === "CREDIT_NOTE" && wantsMeans(content, profile)
        ? { "cac:PaymentMeans": [{ "cbc:PaymentMeansCode": "1" as const }] }
        : {}),
      "cac:PaymentTerms": { "cbc:Note": paymentTerms(content) },
      "cac:TaxTotal": [taxTotal(content)],
      "cac:LegalMonetaryTotal": monetaryTotal(content),
      "cac:InvoiceLine": [first!, ...rest],
    },
  };
}

/**
 * Writes UBL 2.1 in the profile that the company chose, if the content satisfies it: an Invoice, or a CreditNote with its own
 * root element. UTF-8.
 */
export function invoiceUbl(content: InvoiceContent): Promise<Buffer> {
  const profile = profileOf(content);
  const notes = notesFor(content, profile);
  return writeFormat("UBL", ublInvoice({ ...content, notes }, profile));
}

/** Writes CII of EN 16931, the syntax that Factur-X embeds. UTF-8. */
export function invoiceCii(content: InvoiceContent): Promise<Buffer> {
  return writeFormat("CII", ublInvoice(content, "EN16931"));
}

/** Embeds the CII in the page as `factur-x.xml`: Factur-X 1.0, profile EN 16931, PDF/A-3b. */
export function facturX(content: InvoiceContent, page: Buffer): Promise<Buffer> {
  return writeFormat("Factur-X-EN16931", ublInvoice(content, "EN16931"), {
    bytes: page,
    name: `${content.number}.pdf`,
    title: titleOf(content),
  });
}
