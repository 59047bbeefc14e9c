import { z } from "zod";
import { countryCodes } from "@tonneline/contract/countries";
import { eInvoiceProfiles } from "@tonneline/contract/eInvoices";
import { vatCategories } from "@tonneline/contract/vat";
import { vatCents } from "../../core/money.ts";

const cents = z.int().nonnegative();
const day = z.iso.date();
const text = z.string().trim().min(1);

const seller = z.strictObject({
  name: text,
  street: text,
  postalCode: text,
  city: text,
  countryCode: z.enum(countryCodes),
  vatNumber: text,
  /** The number at the local tax office: the only tax id that an invoice outside the scope of EU VAT may contain. */
  taxNumber: text,
  email: text,
  /** Court and number in the company register. */
  registration: text.optional(),
  phone: text.optional(),
});

const buyer = z.strictObject({
  companyName: text,
  vatNumber: text,
  invoiceEmail: text,
  street: text,
  /** Blank if the country has none, as with the province. */
  postalCode: z.string(),
  province: z.string(),
  city: text,
  countryCode: z.enum(countryCodes),
  countryName: text,
  purchaseOrderNumber: text.nullish(),
  costCentre: text.nullish(),
  buyerReference: text.nullish(),
  /** The electronic address it is sent to (BT-49); sent by email if absent. */
  address: z.strictObject({ scheme: text, id: text }).nullish(),
});

const bank = z.strictObject({
  iban: z.string().regex(/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/),
  bic: z.string(),
  name: z.string(),
});

const line = z.strictObject({
  name: text,
  description: z.string(),
  quantity: z.int().positive(),
  /** UN/ECE Recommendation 20: tonne, or piece. */
  unit: z.enum(["TNE", "C62"]),
  priceCents: cents,
  totalCents: cents,
});
export type InvoiceLine = z.output<typeof line>;

/**
 * The content of an invoice or credit note (Directive 2006/112/EC, Art. 226), for the page and both XML syntaxes. Refuses sums
 * that do not follow from the lines: VAT is rounded once on a category's sum (EN 16931, BR-S-09); out of scope there is one
 * category (BR-O-11).
 */
export const invoiceContent = z
  .strictObject({
    kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
    number: text,
    /** The XML profile that the company chose; EN 16931 if absent, as in older documents. */
    profile: z.enum(eInvoiceProfiles).optional(),
    issuedOn: day,
    /** Null on credit notes, and only there. */
    dueOn: day.nullable(),
    suppliedOn: day,
    orderId: z.int().positive(),
    seller,
    buyer,
    /** ISO 11649 creditor reference without blanks. */
    paymentReference: z.string().regex(/^RF\d{2}[0-9A-Z]{1,21}$/),
    bank,
    currency: z.literal("EUR"),
    lines: z.array(line).min(1),
    netCents: cents,
    vatPercent: z.number().min(0).max(100),
    vatCents: cents,
    grossCents: cents,
    vatCategory: z.enum(vatCategories),
    /** The invoice that a credit note credits, or that a corrected invoice replaces (BT-25). */
    precedingInvoice: text.nullable(),
    /** Set for a credit note over part of its invoice; the rest stays due. */
    part: z.literal(true).optional(),
    /** Set for a credit note whose invoice is reissued; payments count towards the new one. */
    replaced: z.literal(true).optional(),
    /** For a corrected invoice, what was paid before (BT-113). */
    paidCents: cents.optional(),
    notes: z.array(text).default([]),
  })
  .superRefine((content, context) => {
    const wrong = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    content.lines.forEach(({ quantity, priceCents, totalCents }, index) => {
      if (quantity * priceCents !== totalCents)
        wrong(["lines", index, "totalCents"], "is not quantity × price");
    });
    if (content.netCents !== content.lines.reduce((sum, { totalCents }) => sum + totalCents, 0))
      wrong(["netCents"], "is not the sum of the lines");
    if (content.vatCategory !== "S" && content.vatPercent !== 0)
      wrong(["vatPercent"], "must be 0 without VAT");
    if (content.vatCategory === "S" && content.vatPercent === 0)
      wrong(["vatPercent"], "must be above 0 (BR-S-05)");
    // Each of several partial credits may be a cent off its own VAT, so that together they have the VAT of the whole.
    const off = Math.abs(content.vatCents - vatCents(content.netCents, content.vatPercent));
    if (off > (content.precedingInvoice === null ? 0 : 1))
      wrong(["vatCents"], "is not net × rate, rounded once");
    if ((content.paidCents ?? 0) > content.grossCents)
      wrong(["paidCents"], "is more than is to be paid");
    if (content.grossCents !== content.netCents + content.vatCents)
      wrong(["grossCents"], "is not net + VAT");
    if (content.kind === "CREDIT_NOTE" && content.precedingInvoice === null)
      wrong(["precedingInvoice"], "must stand on a credit note");
    if ((content.kind === "INVOICE") !== (content.dueOn !== null))
      wrong(["dueOn"], "belongs to an invoice, and must be there");
  });
export type InvoiceContent = z.output<typeof invoiceContent>;

export const titles = { INVOICE: "Invoice", CREDIT_NOTE: "Credit note" };

/** Returns the title of a document, such as "Credit note CN-2026-000007". */
export const titleOf = ({ kind, number }: Pick<InvoiceContent, "kind" | "number">) =>
  `${titles[kind]} ${number}`;
