import { XMLParser } from "fast-xml-parser";

type Tree = { [name: string]: Tree | Tree[] | string };

/** A UBL document by element names, without their prefixes; texts stay as written. */
export class UblTree {
  private readonly root: Tree;
  readonly text: string;
  constructor(xml: Buffer) {
    this.text = xml.toString();
    const parser = new XMLParser({
      removeNSPrefix: true,
      ignoreAttributes: false,
      parseTagValue: false,
      parseAttributeValue: false,
    });
    const parsed = parser.parse(this.text) as Tree;
    this.root = (parsed.Invoice ?? parsed.CreditNote) as Tree;
  }

  all(...path: string[]): string[] {
    let found: (Tree | string)[] = [this.root];
    for (const name of path) {
      found = found.flatMap((each) => {
        const child = typeof each === "string" ? [] : (each[name] ?? []);
        return Array.isArray(child) ? child : [child];
      });
    }
    return found.map((each) => (typeof each === "string" ? each : String(each["#text"] ?? "")));
  }

  at(...path: string[]): string {
    return this.all(...path)[0] ?? "";
  }

  /** Whether the element exists and has a text, wherever it occurs. */
  has(...path: string[]): boolean {
    return this.all(...path).length > 0 && this.all(...path).every((text) => text.trim() !== "");
  }
}

const seller = ["AccountingSupplierParty", "Party"];
const buyer = ["AccountingCustomerParty", "Party"];
const filled =
  (...path: string[]) =>
  (it: UblTree) =>
    it.has(...path);

/** What the validation of EN 16931 requires of UBL only, beyond `rules.ts`. By rule id. */
export const ublRules: Record<string, (it: UblTree) => boolean> = {
  "BR-CL-03": (it) => !/ currencyID="(?!EUR")/.test(it.text),
  // A note's subject code stands between two number signs: #AAI#, general information, is the only one used here.
  "BR-CL-08": (it) =>
    it.all("Note").every((note) => ["AAI", undefined].includes(/#([^#]*)#/.exec(note)?.[1])),
  "BR-CL-11": (it) =>
    [seller, buyer].every((party) =>
      ["", "0106", "0190"].includes(it.at(...party, "PartyLegalEntity", "CompanyID", "@_schemeID")),
    ),
  "UBL-DT-01": (it) => !/<cbc:\w*Amount [^>]*>[^<]*\.\d{3,}</.test(it.text),
};

/**
 * What XRechnung 3.0 (KoSIT) requires beyond EN 16931, as far as it can apply to these documents: no discounts for early
 * payment, direct debits, attachments or sub-lines occur. By rule id.
 */
export const xrechnungRules: Record<string, (it: UblTree) => boolean> = {
  "BR-DE-1": filled("PaymentMeans", "PaymentMeansCode"),
  "BR-DE-2": (it) => it.all(...seller, "Contact").length === 1,
  "BR-DE-3": filled(...seller, "PostalAddress", "CityName"),
  "BR-DE-4": filled(...seller, "PostalAddress", "PostalZone"),
  "BR-DE-5": filled(...seller, "Contact", "Name"),
  "BR-DE-6": filled(...seller, "Contact", "Telephone"),
  "BR-DE-7": filled(...seller, "Contact", "ElectronicMail"),
  "BR-DE-8": filled(...buyer, "PostalAddress", "CityName"),
  "BR-DE-9": filled(...buyer, "PostalAddress", "PostalZone"),
  "BR-DE-14": filled("TaxTotal", "TaxSubtotal", "TaxCategory", "Percent"),
  "BR-DE-15": filled("BuyerReference"),
  "BR-DE-16": filled(...seller, "PartyTaxScheme", "CompanyID"),
  "BR-DE-17": (it) =>
    ["326", "380", "381", "384", "389", "875", "876", "877"].includes(
      it.at("InvoiceTypeCode") || it.at("CreditNoteTypeCode"),
    ),
  "BR-DE-18": (it) => !it.at("PaymentTerms", "Note").includes("#"),
  "BR-DE-19": (it) =>
    it.at("PaymentMeans", "PaymentMeansCode") !== "58" ||
    /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(it.at("PaymentMeans", "PayeeFinancialAccount", "ID")),
  "BR-DE-21": (it) =>
    it.at("CustomizationID") ===
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  "BR-DE-27": (it) => (it.at(...seller, "Contact", "Telephone").match(/\d/g) ?? []).length >= 3,
  "BR-DE-28": (it) =>
    /^[^@\s.][^@\s]*[^@\s.]@[^@\s]{2,}\.[^@\s.]+$/.test(
      it.at(...seller, "Contact", "ElectronicMail"),
    ),
};

const countryOf = (it: UblTree, party: string[]) =>
  it.at(...party, "PostalAddress", "Country", "IdentificationCode");
const hasAddress = (it: UblTree, party: string[]) =>
  ["StreetName", "CityName", "PostalZone"].every((part) => it.has(...party, "PostalAddress", part));

/** Whether the parties, both unless given, are in the country. */
const isIn = (country: string, it: UblTree, parties = [seller, buyer]) =>
  parties.every((party) => countryOf(it, party) === country);

const weighted = (text: string, weights: number[]) =>
  Array.from(text, Number).reduce((sum, digit, index) => sum + digit * weights[index]!, 0);

/** Formats and check digits of identifiers by their schemes (PEPPOL-COMMON). */
const identifiers: [rule: string, scheme: string, isValid: (id: string) => boolean][] = [
  [
    "COMMON-R040",
    "0088",
    (id) => /^\d{13}$/.test(id) && weighted(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  ],
  [
    "COMMON-R041",
    "0192",
    (id) => /^[1-9]\d{8}$/.test(id) && weighted(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  ],
  ["COMMON-R042", "0184", (id) => /^(DK)?\d{8}$/.test(id)],
  [
    "COMMON-R043",
    "0208",
    (id) => /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8)),
  ],
  ["COMMON-R054", "0106", (id) => /^\d{8}$/.test(id)],
  ["COMMON-R055", "0190", (id) => /^\d{20}$/.test(id)],
  ["COMMON-R056", "9944", (id) => /^NL\d{9}B\d{2}$/.test(id)],
];
const identifierRules = Object.fromEntries(
  identifiers.map(([rule, scheme, isValid]) => [
    rule,
    (it: UblTree) =>
      [...it.text.matchAll(/ schemeID="(\d{4})">([^<]*)</g)].every(
        ([, of, id]) => of !== scheme || isValid(id!),
      ),
  ]),
);

/** Within Germany, Peppol has the rules of XRechnung (DE-R-001 is BR-DE-1). */
const germanRules = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15, 16, 17, 18, 19, 27, 28].map((rule) => [
    `DE-R-${String(rule).padStart(3, "0")}`,
    (it: UblTree) => !isIn("DE", it) || xrechnungRules[`BR-DE-${rule}`]!(it),
  ]),
);

/** The electronic address schemes that the product writes for Peppol, from its code list EAS. */
export const eas = /^(0088|0106|0184|0192|0204|0208|0211|0225|99(14|20|25|30|38|44|45|57))$/;
const dates = ["IssueDate", "DueDate", "Delivery.ActualDeliveryDate"].map((each) =>
  each.split("."),
);
const exemption = ["TaxTotal", "TaxSubtotal", "TaxCategory"];

/** What Peppol BIS Billing 3.0 requires beyond EN 16931; the first group also applies to XRechnung 3.0. By rule id. */
export const processRules: Record<string, (it: UblTree) => boolean> = {
  R001: filled("ProfileID"),
  R007: (it) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(it.at("ProfileID")),
  R008: (it) => !/<[^/>]+><\/|<[^>]+\/>/.test(it.text),
  R010: filled(...buyer, "EndpointID"),
  R020: filled(...seller, "EndpointID"),
  R053: (it) => it.all("TaxTotal").length === 1,
  R120: (it) =>
    ["Invoice", "CreditNote"].every((kind) => {
      const of = (...path: string[]) => it.all(`${kind}Line`, ...path).map(Number);
      const quantities = of(kind === "Invoice" ? "InvoicedQuantity" : "CreditedQuantity");
      const prices = of("Price", "PriceAmount");
      return of("LineExtensionAmount").every(
        (net, index) => Math.abs(net - quantities[index]! * prices[index]!) <= 0.02,
      );
    }),
};
export const peppolRules: Record<string, (it: UblTree) => boolean> = {
  ...processRules,
  R002: (it) => it.all("Note").length <= 1,
  R003: (it) => it.at("BuyerReference") !== "" || it.at("OrderReference", "ID") !== "",
  "NL-R-001": (it) =>
    !isIn("NL", it, [seller]) ||
    it.at("CreditNoteTypeCode") === "" ||
    it.has("BillingReference", "InvoiceDocumentReference", "ID"),
  "NL-R-002": (it) => !isIn("NL", it, [seller]) || hasAddress(it, seller),
  "NL-R-003": (it) =>
    !isIn("NL", it, [seller]) ||
    ["0106", "0190"].includes(it.at(...seller, "PartyLegalEntity", "CompanyID", "@_schemeID")),
  "NL-R-004": (it) => !isIn("NL", it) || hasAddress(it, buyer),
  "NL-R-005": (it) =>
    !isIn("NL", it) ||
    it.at(...buyer, "PartyLegalEntity", "CompanyID") === "" ||
    ["0106", "0190"].includes(it.at(...buyer, "PartyLegalEntity", "CompanyID", "@_schemeID")),
  "NL-R-007": (it) =>
    !isIn("NL", it, [seller]) ||
    it.at("InvoiceTypeCode") === "" ||
    Number(it.at("LegalMonetaryTotal", "PayableAmount")) <= 0 ||
    it.has("PaymentMeans", "PaymentMeansCode"),
  "NL-R-008": (it) =>
    !isIn("NL", it) ||
    it
      .all("PaymentMeans", "PaymentMeansCode")
      .every((code) => ["30", "48", "49", "57", "58", "59"].includes(code)),
  R004: (it) =>
    it.at("CustomizationID") ===
    "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
  R051: (it) => new Set(it.text.match(/currencyID="[A-Z]+"/g)).size === 1,
  P0100: (it) => ["380", ""].includes(it.at("InvoiceTypeCode")),
  P0101: (it) => ["381", ""].includes(it.at("CreditNoteTypeCode")),
  P0105: (it) =>
    it.at(...exemption, "TaxExemptionReasonCode") !== "VATEX-EU-O" ||
    it.at(...exemption, "ID") === "O",
  P0107: (it) =>
    it.at(...exemption, "TaxExemptionReasonCode") !== "VATEX-EU-AE" ||
    it.at(...exemption, "ID") === "AE",
  F001: (it) =>
    dates.every((path) => it.all(...path).every((day) => /^\d{4}-\d\d-\d\d$/.test(day))),
  ...identifierRules,
  ...germanRules,
  CL008: (it) =>
    [seller, buyer].every((party) => eas.test(it.at(...party, "EndpointID", "@_schemeID"))),
};

/** The ids of the rules that a document breaks. */
export function brokenOf(rules: Record<string, (it: UblTree) => boolean>, xml: Buffer): string[] {
  const tree = new UblTree(xml);
  return Object.entries(rules)
    .filter(([, holds]) => !holds(tree))
    .map(([id]) => id);
}
