import { expect, test } from "vitest";
import { sampleInvoice } from "../../../test/builders/invoice.ts";
import type { InvoiceContent } from "./invoices.content.ts";
import {
  dutchNumber,
  missingFor,
  profileOf,
  withXmlPreferences,
  sellerAddress,
} from "./profiles.rules.ts";

const base = sampleInvoice();
const seller = { ...base.seller, phone: "+49 30 123456" };
const address = { scheme: "0088", id: "4012345000009" };
const buyer = { ...base.buyer, buyerReference: "Purchasing", address };
const dutch = { ...seller, countryCode: "NL" as const, vatNumber: "NL123456789B01" };
const ordering = { ...buyer, buyerReference: null, purchaseOrderNumber: "4500" };
const with_ = (changes: Partial<InvoiceContent>) =>
  profileOf({ ...base, seller, buyer, ...changes });

test.each<[string, Partial<InvoiceContent>, string]>([
  ["nothing was chosen", {}, "EN16931"],
  ["EN 16931 was chosen", { profile: "EN16931" }, "EN16931"],
  ["XRechnung has all it asks for", { profile: "XRECHNUNG" }, "XRECHNUNG"],
  ["the seller has no telephone", { profile: "XRECHNUNG", seller: base.seller }, "EN16931"],
  ["XRechnung has no reference", { profile: "XRECHNUNG", buyer: base.buyer }, "EN16931"],
  [
    "XRechnung has no postal code of the buyer",
    { profile: "XRECHNUNG", buyer: { ...buyer, countryCode: "AE", postalCode: "" } },
    "EN16931",
  ],
  [
    "Peppol has no postal code of the buyer",
    { profile: "PEPPOL", buyer: { ...buyer, countryCode: "AE", postalCode: "" } },
    "PEPPOL",
  ],
  ["there is no rate of VAT", { profile: "XRECHNUNG", vatCategory: "O" }, "EN16931"],
  ["Peppol has all it asks for", { profile: "PEPPOL" }, "PEPPOL"],
  ["Peppol has no address", { profile: "PEPPOL", buyer: { ...buyer, address: null } }, "EN16931"],
  [
    "Peppol has no reference",
    { profile: "PEPPOL", buyer: { ...buyer, buyerReference: null } },
    "EN16931",
  ],
  [
    "both are German and Peppol has the purchase order alone",
    { profile: "PEPPOL", buyer: ordering },
    "EN16931",
  ],
  [
    "the buyer is Austrian and Peppol has the purchase order alone",
    { profile: "PEPPOL", buyer: { ...ordering, countryCode: "AT" } },
    "PEPPOL",
  ],
  [
    "the buyer is Austrian and Peppol has no reference",
    { profile: "PEPPOL", buyer: { ...buyer, buyerReference: null, countryCode: "AT" } },
    "EN16931",
  ],
  ["both are German and nobody answers", { profile: "PEPPOL", seller: base.seller }, "EN16931"],
  [
    "the buyer is Austrian and nobody answers",
    { profile: "PEPPOL", seller: base.seller, buyer: { ...buyer, countryCode: "AT" } },
    "PEPPOL",
  ],
  [
    "the seller is Austrian and nobody answers",
    {
      profile: "PEPPOL",
      seller: { ...base.seller, countryCode: "AT", vatNumber: "ATU12345678" },
      buyer: { ...buyer, countryCode: "DE" },
    },
    "PEPPOL",
  ],
  [
    "the seller is Dutch and its register is named",
    { profile: "PEPPOL", seller: { ...dutch, registration: "KvK Rotterdam 12.34.56.78" } },
    "PEPPOL",
  ],
  [
    "the seller is Dutch and no register is named",
    { profile: "PEPPOL", seller: { ...dutch, registration: undefined } },
    "EN16931",
  ],
  [
    "Peppol does not know the seller's number",
    { profile: "PEPPOL", seller: { ...seller, vatNumber: "MT12345678" } },
    "EN16931",
  ],
])("When %s", (_, changes, profile) => {
  expect(with_(changes)).toBe(profile);
});

test("Everything missing is listed at once", () => {
  const of = (changes: Partial<InvoiceContent>) =>
    missingFor({ ...base, seller, buyer, ...changes });
  const bare = { seller: { ...base.seller, vatNumber: "MT12345678" }, buyer: base.buyer };
  expect(of({ profile: "XRECHNUNG", ...bare, vatCategory: "O" })).toEqual([
    "SELLER_PHONE",
    "BUYER_REFERENCE",
    "VAT_RATE",
  ]);
  expect(of({ profile: "PEPPOL", ...bare })).toEqual([
    "BUYER_ADDRESS",
    "BUYER_REFERENCE",
    "SELLER_VAT_NUMBER",
    "SELLER_PHONE",
  ]);
  const austrian = { ...base.buyer, countryCode: "AT" as const };
  expect(of({ profile: "PEPPOL", ...bare, buyer: austrian })).toEqual([
    "BUYER_ADDRESS",
    "ORDER_REFERENCE",
    "SELLER_VAT_NUMBER",
  ]);
  expect(of({ profile: "EN16931", ...bare })).toEqual([]);
});

test.each<[string, string | null | undefined, string | null, string | null]>([
  ["the order's own reference", "Lab", "Purchasing", "Lab"],
  ["the company's, where the order has none", null, "Purchasing", "Purchasing"],
  ["the company's, where the order's is blank", "", "Purchasing", "Purchasing"],
  ["none, where neither has one", undefined, null, null],
])("An invoice quotes %s", (_title, ofOrder, reference, quoted) => {
  const given = { ...base, buyer: { ...base.buyer, buyerReference: ofOrder } };
  const { number, ...content } = withXmlPreferences(given, {
    profile: "PEPPOL",
    reference,
    address,
  });
  expect(number).toBe(base.number);
  expect(content.profile).toBe("PEPPOL");
  expect(content.buyer).toEqual({ ...base.buyer, buyerReference: quoted, address });
});

test("A seller's address is the VAT number if Peppol has a scheme for it, else the email", () => {
  const of = (vatNumber: string) => sellerAddress({ seller: { ...seller, vatNumber } });
  expect(of("DE 123 456 789")).toEqual({ scheme: "9930", id: "DE123456789" });
  expect(of("MT12345678")).toEqual({ scheme: "EM", id: seller.email });
});

test.each([
  ["KvK Amsterdam 1234.56 78", { id: "12345678", scheme: "0106" }],
  ["OIN 00000001003214345000", { id: "00000001003214345000", scheme: "0190" }],
  ["HRB 123456789", undefined],
  [undefined, undefined],
])("In %s the Dutch number is %o", (line, number) => {
  expect(dutchNumber(line)).toEqual(number);
});
