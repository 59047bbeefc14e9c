import { XMLParser } from "fast-xml-parser";

/** An invoice parsed from either syntax, by the business terms of EN 16931. Numbers stay as written. */
export interface Reading {
  specification: string;
  /** BT-23 */
  process: string;
  number: string;
  issuedOn: string;
  typeCode: string;
  currency: string;
  dueOn: string;
  terms: string;
  seller: Party;
  buyer: Party;
  suppliedOn: string;
  /** BT-10, BT-13, BT-14 and BT-19. */
  references: { buyer: string; purchaseOrder: string; salesOrder: string; costCentre: string };
  /** BT-22 */
  notes: string[];
  payment: { code: string; iban: string; reference: string } | null;
  preceding: string[];
  lines: {
    id: string;
    quantity: string;
    unit: string;
    net: string;
    name: string;
    price: string;
    category: string;
    rate: string;
  }[];
  breakdown: {
    base: string;
    tax: string;
    category: string;
    rate: string;
    reasonCode: string;
    reason: string;
  }[];
  sums: { lines: string; net: string; vat: string; gross: string; prepaid: string; due: string };
  /** Of each sum of VAT (BT-110). */
  vatCurrencies: string[];
}

interface Party {
  name: string;
  address: boolean;
  country: string;
  vatId: string;
  taxId: string;
  legalId: string;
  /** The register that the legal id is from, if it is one with a code. */
  legalScheme: string;
  /** The electronic address, and its scheme. */
  endpoint: string;
  endpointScheme: string;
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
});

/** A node of the parsed document: accessed by name, missing parts read as empty. */
class Node {
  private readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }

  all(...path: string[]): Node[] {
    let found: unknown[] = [this.value];
    for (const name of path)
      found = found.flatMap((each) =>
        typeof each === "object" && each !== null
          ? ((each as Record<string, unknown>)[name] ?? [])
          : [],
      );
    return found.map((each) => new Node(each));
  }

  at(...path: string[]): Node {
    return this.all(...path)[0] ?? new Node(undefined);
  }

  text(...path: string[]): string {
    const { value } = this.at(...path);
    if (typeof value === "string") return value;
    return value === undefined ? "" : String((value as Record<string, unknown>)["#text"] ?? "");
  }

  get exists(): boolean {
    return this.value !== undefined;
  }
}

function ciiParty(party: Node): Party {
  const registrations = party.all("SpecifiedTaxRegistration", "ID");
  const idOf = (scheme: string) =>
    registrations.find((id) => id.text("@_schemeID") === scheme)?.text() ?? "";
  return {
    name: party.text("Name"),
    address: party.at("PostalTradeAddress").exists,
    country: party.text("PostalTradeAddress", "CountryID"),
    vatId: idOf("VA"),
    taxId: idOf("FC"),
    legalId: party.text("SpecifiedLegalOrganization", "ID"),
    legalScheme: party.text("SpecifiedLegalOrganization", "ID", "@_schemeID"),
    endpoint: party.text("URIUniversalCommunication", "URIID"),
    endpointScheme: party.text("URIUniversalCommunication", "URIID", "@_schemeID"),
  };
}

const day = (compact: string) => compact.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

export function readCii(xml: Buffer): Reading {
  const root = new Node(parser.parse(xml)).at("CrossIndustryInvoice");
  const trade = root.at("SupplyChainTradeTransaction");
  const agreement = trade.at("ApplicableHeaderTradeAgreement");
  const settlement = trade.at("ApplicableHeaderTradeSettlement");
  const sums = settlement.at("SpecifiedTradeSettlementHeaderMonetarySummation");
  const means = settlement.at("SpecifiedTradeSettlementPaymentMeans");
  const dated = (node: Node) => day(node.text("DateTimeString"));
  return {
    specification: root.text(
      "ExchangedDocumentContext",
      "GuidelineSpecifiedDocumentContextParameter",
      "ID",
    ),
    process: root.text(
      "ExchangedDocumentContext",
      "BusinessProcessSpecifiedDocumentContextParameter",
      "ID",
    ),
    number: root.text("ExchangedDocument", "ID"),
    issuedOn: dated(root.at("ExchangedDocument", "IssueDateTime")),
    typeCode: root.text("ExchangedDocument", "TypeCode"),
    currency: settlement.text("InvoiceCurrencyCode"),
    dueOn: dated(settlement.at("SpecifiedTradePaymentTerms", "DueDateDateTime")),
    terms: settlement.text("SpecifiedTradePaymentTerms", "Description"),
    seller: ciiParty(agreement.at("SellerTradeParty")),
    buyer: ciiParty(agreement.at("BuyerTradeParty")),
    suppliedOn: dated(
      trade.at(
        "ApplicableHeaderTradeDelivery",
        "ActualDeliverySupplyChainEvent",
        "OccurrenceDateTime",
      ),
    ),
    references: {
      buyer: agreement.text("BuyerReference"),
      purchaseOrder: agreement.text("BuyerOrderReferencedDocument", "IssuerAssignedID"),
      salesOrder: agreement.text("SellerOrderReferencedDocument", "IssuerAssignedID"),
      costCentre: settlement.text("ReceivableSpecifiedTradeAccountingAccount", "ID"),
    },
    notes: root.all("ExchangedDocument", "IncludedNote", "Content").map((note) => note.text()),
    payment: means.exists
      ? {
          code: means.text("TypeCode"),
          iban: means.text("PayeePartyCreditorFinancialAccount", "IBANID"),
          reference: settlement.text("PaymentReference"),
        }
      : null,
    preceding: settlement
      .all("InvoiceReferencedDocument", "IssuerAssignedID")
      .map((id) => id.text()),
    lines: trade.all("IncludedSupplyChainTradeLineItem").map((line) => {
      const tax = line.at("SpecifiedLineTradeSettlement", "ApplicableTradeTax");
      const billed = line.at("SpecifiedLineTradeDelivery", "BilledQuantity");
      return {
        id: line.text("AssociatedDocumentLineDocument", "LineID"),
        quantity: billed.text(),
        unit: billed.text("@_unitCode"),
        net: line.text(
          "SpecifiedLineTradeSettlement",
          "SpecifiedTradeSettlementLineMonetarySummation",
          "LineTotalAmount",
        ),
        name: line.text("SpecifiedTradeProduct", "Name"),
        price: line.text(
          "SpecifiedLineTradeAgreement",
          "NetPriceProductTradePrice",
          "ChargeAmount",
        ),
        category: tax.text("CategoryCode"),
        rate: tax.text("RateApplicablePercent"),
      };
    }),
    breakdown: settlement.all("ApplicableTradeTax").map((tax) => ({
      base: tax.text("BasisAmount"),
      tax: tax.text("CalculatedAmount"),
      category: tax.text("CategoryCode"),
      rate: tax.text("RateApplicablePercent"),
      reasonCode: tax.text("ExemptionReasonCode"),
      reason: tax.text("ExemptionReason"),
    })),
    sums: {
      lines: sums.text("LineTotalAmount"),
      net: sums.text("TaxBasisTotalAmount"),
      vat: sums.text("TaxTotalAmount"),
      gross: sums.text("GrandTotalAmount"),
      prepaid: sums.text("TotalPrepaidAmount"),
      due: sums.text("DuePayableAmount"),
    },
    vatCurrencies: sums.all("TaxTotalAmount").map((vat) => vat.text("@_currencyID")),
  };
}

function ublParty(party: Node): Party {
  const schemes = party.all("PartyTaxScheme");
  const idOf = (isVat: boolean) =>
    schemes
      .find((scheme) => (scheme.text("TaxScheme", "ID") === "VAT") === isVat)
      ?.text("CompanyID") ?? "";
  return {
    name: party.text("PartyLegalEntity", "RegistrationName"),
    address: party.at("PostalAddress").exists,
    country: party.text("PostalAddress", "Country", "IdentificationCode"),
    vatId: idOf(true),
    taxId: idOf(false),
    legalId: party.text("PartyLegalEntity", "CompanyID"),
    legalScheme: party.text("PartyLegalEntity", "CompanyID", "@_schemeID"),
    endpoint: party.text("EndpointID"),
    endpointScheme: party.text("EndpointID", "@_schemeID"),
  };
}

export function readUbl(xml: Buffer): Reading {
  const document = new Node(parser.parse(xml));
  const credit = document.at("CreditNote");
  const kind = credit.exists ? "CreditNote" : "Invoice";
  const root = credit.exists ? credit : document.at("Invoice");
  const sums = root.at("LegalMonetaryTotal");
  const means = root.at("PaymentMeans");
  return {
    specification: root.text("CustomizationID"),
    process: root.text("ProfileID"),
    number: root.text("ID"),
    issuedOn: root.text("IssueDate"),
    typeCode: root.text(`${kind}TypeCode`),
    currency: root.text("DocumentCurrencyCode"),
    dueOn: root.text("DueDate"),
    terms: root.text("PaymentTerms", "Note"),
    seller: ublParty(root.at("AccountingSupplierParty", "Party")),
    buyer: ublParty(root.at("AccountingCustomerParty", "Party")),
    suppliedOn: root.text("Delivery", "ActualDeliveryDate"),
    references: {
      buyer: root.text("BuyerReference"),
      // UBL requires the element if there is a sales order; Peppol writes NA for none.
      purchaseOrder: root.text("OrderReference", "ID").replace(/^NA$/, ""),
      salesOrder: root.text("OrderReference", "SalesOrderID"),
      costCentre: root.text("AccountingCost"),
    },
    // The subject code (BT-21), which only UBL needs, precedes the text.
    notes: root.all("Note").map((note) => note.text().replace(/^#AAI#/, "")),
    payment: means.exists
      ? {
          code: means.text("PaymentMeansCode"),
          iban: means.text("PayeeFinancialAccount", "ID"),
          reference: means.text("PaymentID"),
        }
      : null,
    preceding: root
      .all("BillingReference", "InvoiceDocumentReference", "ID")
      .map((id) => id.text()),
    lines: root.all(`${kind}Line`).map((line) => {
      const quantity = line.at(kind === "Invoice" ? "InvoicedQuantity" : "CreditedQuantity");
      return {
        id: line.text("ID"),
        quantity: quantity.text(),
        unit: quantity.text("@_unitCode"),
        net: line.text("LineExtensionAmount"),
        name: line.text("Item", "Name"),
        price: line.text("Price", "PriceAmount"),
        category: line.text("Item", "ClassifiedTaxCategory", "ID"),
        rate: line.text("Item", "ClassifiedTaxCategory", "Percent"),
      };
    }),
    breakdown: root.all("TaxTotal", "TaxSubtotal").map((tax) => ({
      base: tax.text("TaxableAmount"),
      tax: tax.text("TaxAmount"),
      category: tax.text("TaxCategory", "ID"),
      rate: tax.text("TaxCategory", "Percent"),
      reasonCode: tax.text("TaxCategory", "TaxExemptionReasonCode"),
      reason: tax.text("TaxCategory", "TaxExemptionReason"),
    })),
    sums: {
      lines: sums.text("LineExtensionAmount"),
      net: sums.text("TaxExclusiveAmount"),
      vat: root.text("TaxTotal", "TaxAmount"),
      gross: sums.text("TaxInclusiveAmount"),
      prepaid: sums.text("PrepaidAmount"),
      due: sums.text("PayableAmount"),
    },
    vatCurrencies: root.all("TaxTotal", "TaxAmount").map((vat) => vat.text("@_currencyID")),
  };
}
