import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { seenVersion, typedText } from "./shapes.ts";

/** The standard of an invoice's XML: EN 16931 alone, XRechnung 3.0 of German authorities, or Peppol BIS Billing 3.0. */
export const eInvoiceProfiles = ["EN16931", "XRECHNUNG", "PEPPOL"] as const;
export type EInvoiceProfile = (typeof eInvoiceProfiles)[number];

/** Data that a profile requires and a document lacks: the file then falls back to EN 16931. */
export const eInvoiceGaps = [
  "SELLER_PHONE",
  "SELLER_VAT_NUMBER",
  "SELLER_REGISTRATION",
  "BUYER_REFERENCE",
  "BUYER_ADDRESS",
  "BUYER_POSTAL_CODE",
  "ORDER_REFERENCE",
  "VAT_RATE",
] as const;

/** The selected profile, and its missing required data. */
export const eInvoiceState = z.object({
  profile: z.enum(eInvoiceProfiles),
  missing: z.array(z.enum(eInvoiceGaps)),
});
export type EInvoiceState = z.output<typeof eInvoiceState>;

/** Schemes of buyers' electronic addresses (BT-49-1, code list EAS), each with the format of its addresses. */
export const addressSchemes = {
  "0088": { name: "GLN", pattern: /^\d{13}$/, example: "4012345000009" },
  "0106": { name: "KvK number (Netherlands)", pattern: /^\d{8}$/, example: "12345678" },
  "0184": { name: "CVR number (Denmark)", pattern: /^(DK)?\d{8}$/, example: "DK12345678" },
  "0192": { name: "Organisation number (Norway)", pattern: /^\d{9}$/, example: "974760673" },
  "0204": {
    name: "Leitweg-ID (Germany)",
    pattern: /^\d{2,12}(-[0-9A-Z]{1,30})?-\d{2}$/,
    example: "04011000-1234512345-06",
  },
  "0208": { name: "Enterprise number (Belgium)", pattern: /^[01]\d{9}$/, example: "0202239951" },
  "0211": { name: "Partita IVA (Italy)", pattern: /^IT\d{11}$/, example: "IT12345678901" },
  "0225": {
    name: "SIREN (France)",
    // A SIRET, a routing code or a custom suffix within the company may follow.
    pattern: /^\d{9}(_[0-9A-Za-z._-]+)?$/,
    example: "552100554",
  },
  "9914": { name: "VAT number (Austria)", pattern: /^ATU\d{8}$/, example: "ATU12345678" },
  "9930": { name: "VAT number (Germany)", pattern: /^DE\d{9}$/, example: "DE123456789" },
  "9957": {
    name: "VAT number (France)",
    pattern: /^FR[0-9A-Z]{2}\d{9}$/,
    example: "FR12123456789",
  },
} as const;
export type AddressScheme = keyof typeof addressSchemes;
const schemes = Object.keys(addressSchemes) as [AddressScheme, ...AddressScheme[]];

/** Sum of the digits, each multiplied by its weight. */
const weightedSum = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

/** Whether the last two digits of a Leitweg-ID are its check digits (ISO 7064, mod 97-10; letters count from 10). */
export function isLeitwegId(text: string): boolean {
  if (!addressSchemes["0204"].pattern.test(text)) return false;
  const digits = [...text.replaceAll("-", "")].map((sign) => parseInt(sign, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}

/** Check digit tests of the schemes that Peppol validates: GLN, Norway, Belgium (PEPPOL-COMMON-R040, R041, R043). */
const fits: { [Scheme in AddressScheme]?: (id: string) => boolean } = {
  "0088": (id) => weightedSum(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  "0192": (id) => Number(id) > 0 && weightedSum(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  "0204": isLeitwegId,
  "0208": (id) => 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8)),
};

const electronicAddress = z
  .strictObject({ scheme: z.enum(schemes), id: typedText(1, 50) })
  .superRefine(({ scheme, id }, context) => {
    const { pattern } = addressSchemes[scheme];
    const right = pattern.test(id) && (fits[scheme]?.(id) ?? true);
    const message = "This is not a valid address of this kind; check for typing errors";
    if (!right) context.addIssue({ code: "custom", path: ["id"], message });
  });

/** A company's e-invoice settings. */
const eInvoices = z.strictObject({
  profile: z.enum(eInvoiceProfiles),
  /** Default routing of an invoice within the company (BT-10), such as a Leitweg-ID, if the order has none. */
  reference: typedText(0, 60).nullable(),
  /** The electronic address that invoices are sent to (BT-49). */
  address: electronicAddress.nullable(),
});

export const companyEInvoices = eInvoices.extend({ version: z.int() });
export type CompanyEInvoices = z.output<typeof companyEInvoices>;

export const getEInvoices = endpoint({
  method: "GET",
  path: "/me/company/e-invoices",
  access: "admitted",
  summary: "How the caller's company wants its invoices as XML",
  response: companyEInvoices,
});

export const saveEInvoices = endpoint({
  method: "PUT",
  path: "/me/company/e-invoices",
  access: "admitted",
  companyRight: "details",
  summary: "Choose the profile of the company's invoices as XML, and where they are routed",
  body: eInvoices.extend({ version: seenVersion }).superRefine((given, context) => {
    const wrong = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (given.profile === "XRECHNUNG" && !given.reference)
      wrong(["reference"], "XRechnung needs a Leitweg-ID or another reference of the buyer");
    if (given.profile === "PEPPOL" && !given.address)
      wrong(["address", "id"], "Peppol needs an electronic address");
  }),
  response: companyEInvoices,
  refusals: ["VERSION_CONFLICT"],
});
