import { describe, expect, test } from "vitest";
import { foreignBuyers, sampleInvoice } from "../../../test/builders/invoice.ts";
import {
  brokenOf,
  peppolRules,
  processRules,
  ublRules,
  xrechnungRules,
} from "../../../test/en16931/profiles.ts";
import { readUbl } from "../../../test/en16931/reading.ts";
import { broken } from "../../../test/en16931/rules.ts";
import { invoiceUbl } from "./invoice.xml.ts";
import type { InvoiceContent } from "./invoices.content.ts";

const creditNote = {
  kind: "CREDIT_NOTE",
  number: "CN-2026-000007",
  dueOn: null,
  precedingInvoice: "2026-000122",
} as const;
const base = sampleInvoice();
const seller = { ...base.seller, phone: "+49 30 123456" };
const dutch = {
  ...seller,
  countryCode: "NL" as const,
  vatNumber: "NL123456789B01",
  registration: "KvK 12345678",
};
const leitweg = "04011000-1234512345-06";
const authority = {
  ...base.buyer,
  buyerReference: leitweg,
  address: { scheme: "0204", id: leitweg },
};
const belgian = {
  ...foreignBuyers.polish,
  countryCode: "BE" as const,
  countryName: "Belgium",
  vatNumber: "BE0202239951",
  buyerReference: "Marketing",
  address: { scheme: "0208", id: "0202239951" },
};
const notes = ["First note", "Buyer's remark: For the annual report"];

const xrechnungen: Record<string, InvoiceContent> = {
  invoice: sampleInvoice({ seller, buyer: authority, profile: "XRECHNUNG" }),
  "credit note": sampleInvoice({ ...creditNote, seller, buyer: authority, profile: "XRECHNUNG" }),
  "invoice with number signs in its notes": sampleInvoice({
    seller,
    buyer: authority,
    profile: "XRECHNUNG",
    notes: ["First note", "Buyer's remark: #AB1# for #12"],
  }),
  "invoice without an address": sampleInvoice({
    seller,
    buyer: { ...authority, address: null },
    profile: "XRECHNUNG",
    notes,
  }),
};
const inTheNetherlands = { countryCode: "NL", countryName: "Netherlands" } as const;
const peppol: Record<string, InvoiceContent> = {
  "invoice under reverse charge": sampleInvoice({
    buyer: belgian,
    vatCategory: "AE",
    profile: "PEPPOL",
    notes,
  }),
  "credit note": sampleInvoice({
    ...creditNote,
    buyer: belgian,
    vatCategory: "AE",
    profile: "PEPPOL",
  }),
  "invoice within the Netherlands": sampleInvoice({
    seller: dutch,
    buyer: { ...belgian, ...inTheNetherlands },
    profile: "PEPPOL",
  }),
  "credit note within the Netherlands": sampleInvoice({
    ...creditNote,
    seller: dutch,
    buyer: { ...belgian, ...inTheNetherlands },
    profile: "PEPPOL",
  }),
  "invoice within the Netherlands to a company that gave its number of the register": sampleInvoice(
    {
      seller: dutch,
      buyer: { ...belgian, ...inTheNetherlands, vatNumber: "KvK 12.34.56.78" },
      profile: "PEPPOL",
    },
  ),
  "invoice within the Netherlands to a company without any such number": sampleInvoice({
    seller: dutch,
    buyer: { ...belgian, ...inTheNetherlands, vatNumber: "123456789" },
    profile: "PEPPOL",
  }),
  "invoice within Germany": sampleInvoice({ seller, buyer: authority, profile: "PEPPOL" }),
  "credit note within Germany with number signs in its notes": sampleInvoice({
    ...creditNote,
    seller,
    buyer: authority,
    profile: "PEPPOL",
    notes: ["Order #1", "Buyer's remark: #2"],
  }),
};

/** BR-01 only allows the identifier of EN 16931; the profiles have their own. */
const core = (xml: Buffer) => broken(readUbl(xml)).filter((id) => id !== "BR-01");

test.each(Object.entries(xrechnungen))(
  "XRechnung: the %s complies with its rules",
  async (_, content) => {
    const xml = await invoiceUbl(content);
    expect(core(xml)).toEqual([]);
    expect(brokenOf({ ...ublRules, ...xrechnungRules, ...processRules }, xml)).toEqual([]);
  },
);

test.each(Object.entries(peppol))(
  "Peppol BIS 3: the %s complies with its rules",
  async (_, content) => {
    const xml = await invoiceUbl(content);
    expect(core(xml)).toEqual([]);
    expect(brokenOf({ ...ublRules, ...peppolRules }, xml)).toEqual([]);
  },
);

test("Without a chosen profile a document does not claim one", async () => {
  const xml = await invoiceUbl(base);
  expect(core(xml)).toEqual([]);
  expect(brokenOf(xrechnungRules, xml)).toEqual(expect.arrayContaining(["BR-DE-15", "BR-DE-21"]));
  expect(brokenOf(peppolRules, xml)).toEqual(expect.arrayContaining(["R001", "R004", "CL008"]));
});

/** A change of the XML that breaks each rule, to prove that every rule can fail. */
describe.each([
  ["XRechnung", xrechnungen.invoice!, { ...ublRules, ...xrechnungRules, ...processRules }],
  ["Peppol", peppol["invoice within Germany"]!, peppolRules],
] as const)("the rules of %s", (_, content, rules) => {
  const breaking: Record<string, (xml: string) => string> = {
    "BR-DE-1": (xml) => xml.replaceAll(/<cbc:PaymentMeansCode>58<.cbc:PaymentMeansCode>/g, ""),
    "BR-DE-2": (xml) => xml.replaceAll("cac:Contact", "cac:Person"),
    "BR-DE-3": (xml) => without(xml, "CityName"),
    "BR-DE-4": (xml) => without(xml, "PostalZone"),
    "BR-DE-5": (xml) => xml.replace(/<cac:Contact>\s*<cbc:Name>[^<]*<.cbc:Name>/, "<cac:Contact>"),
    "BR-DE-6": (xml) => without(xml, "Telephone"),
    "BR-DE-7": (xml) => without(xml, "ElectronicMail"),
    "BR-DE-8": (xml) => without(xml, "CityName"),
    "BR-DE-9": (xml) => without(xml, "PostalZone"),
    "BR-DE-14": (xml) => without(xml, "Percent"),
    "BR-DE-15": (xml) => without(xml, "BuyerReference"),
    "BR-DE-16": (xml) => without(xml, "CompanyID"),
    "BR-DE-17": (xml) => xml.replace(">380<", ">386<"),
    "BR-DE-18": (xml) => xml.replace("Payable by", "#SKONTO#"),
    "BR-DE-19": (xml) => xml.replace(/<cbc:ID>[A-Z]{2}\d{2}[0-9A-Z]{11,30}</, "<cbc:ID>none<"),
    "BR-DE-21": (xml) => xml.replace("xrechnung_3.0", "xrechnung_2.0"),
    "BR-DE-27": (xml) => xml.replace(seller.phone, "by mail"),
    "BR-DE-28": (xml) => xml.replaceAll(seller.email, "nobody"),
    R001: (xml) => without(xml, "ProfileID"),
    R002: (xml) =>
      xml.replace("<cbc:DocumentCurrencyCode>", "<cbc:Note>1</cbc:Note><cbc:Note>2</cbc:Note>$&"),
    R003: (xml) => without(without(xml, "BuyerReference"), "ID"),
    "NL-R-001": (xml) =>
      xml.replaceAll(">DE<", ">NL<").replaceAll("InvoiceTypeCode", "CreditNoteTypeCode"),
    "NL-R-002": (xml) => without(xml.replaceAll(">DE<", ">NL<"), "StreetName"),
    "NL-R-003": (xml) => xml.replaceAll(">DE<", ">NL<"),
    "NL-R-004": (xml) => without(xml.replaceAll(">DE<", ">NL<"), "PostalZone"),
    "NL-R-007": (xml) => without(xml.replaceAll(">DE<", ">NL<"), "PaymentMeansCode"),
    "NL-R-005": (xml) =>
      xml
        .replaceAll(">DE<", ">NL<")
        .replaceAll("</cbc:RegistrationName>", "$&<cbc:CompanyID>12345678</cbc:CompanyID>"),
    "NL-R-008": (xml) => xml.replaceAll(">DE<", ">NL<").replace(">58<", ">1<"),
    R004: (xml) => xml.replace("billing:3.0", "billing:2.0"),
    R007: (xml) => xml.replace("billing:01:1.0", "ordering"),
    R008: (xml) => xml.replace(/>[^<]+<.cbc:BuyerReference>/, "></cbc:BuyerReference>"),
    R010: (xml) => xml.replaceAll("EndpointID", "Endpoint"),
    R020: (xml) => xml.replaceAll("EndpointID", "Endpoint"),
    R051: (xml) => xml.replace('currencyID="EUR"', 'currencyID="USD"'),
    R053: (xml) => xml.replace("</cac:TaxTotal>", "$&<cac:TaxTotal></cac:TaxTotal>"),
    R120: (xml) => xml.replace(/(<cbc:PriceAmount[^>]*>)[^<]+/, "$10.01"),
    P0100: (xml) => xml.replace(">380<", ">999<"),
    P0101: (xml) => xml.replaceAll("InvoiceTypeCode", "CreditNoteTypeCode"),
    P0105: (xml) => exempt(xml, "VATEX-EU-O"),
    P0107: (xml) => exempt(xml, "VATEX-EU-AE"),
    F001: (xml) => xml.replace("2026-11-02", "02.11.2026"),
    "BR-CL-03": (xml) => xml.replace('currencyID="EUR"', 'currencyID="USD"'),
    "BR-CL-08": (xml) =>
      xml.replace("<cbc:DocumentCurrencyCode>", "<cbc:Note>Order #123#</cbc:Note>$&"),
    "BR-CL-11": (xml) => xml.replace("CompanyID>HRB", 'CompanyID schemeID="HRB">'),
    "UBL-DT-01": (xml) => xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]+/, "$11.001"),
    "COMMON-R040": (xml) => identified(xml, "0088", "4012345000008"),
    "COMMON-R041": (xml) => identified(xml, "0192", "974760674"),
    "COMMON-R042": (xml) => identified(xml, "0184", "12345"),
    "COMMON-R043": (xml) => identified(xml, "0208", "0202239952"),
    "COMMON-R054": (xml) => identified(xml, "0106", "1234"),
    "COMMON-R055": (xml) => identified(xml, "0190", "12345678"),
    "COMMON-R056": (xml) => identified(xml, "9944", "NL123456789"),
    CL008: (xml) => xml.replace('schemeID="9930"', 'schemeID="EM"'),
  };
  const exempt = (xml: string, code: string) =>
    xml.replace(
      /<cbc:Percent>[^<]*<.cbc:Percent>/,
      `$&<cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode>`,
    );
  const identified = (xml: string, scheme: string, id: string) =>
    xml.replace(/schemeID="\d{4}">[^<]+/, `schemeID="${scheme}">${id}`);
  const without = (xml: string, element: string) =>
    xml.replaceAll(new RegExp(`<cbc:${element}( [^>]*)?>[^<]*</cbc:${element}>`, "g"), "");

  test.each(Object.keys(rules))("%s can fail", async (id) => {
    // The rules within Germany are broken as those of XRechnung are.
    const german = /^DE-R-0+(\d+)$/.exec(id)?.[1];
    const xml = breaking[german ? `BR-DE-${german}` : id]!((await invoiceUbl(content)).toString());
    expect(brokenOf(rules, Buffer.from(xml))).toContain(id);
  });
});
