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
  /** The number at the local tax office: the only tax id that an invoice outside the scope of EU VAT may carry. */
  taxNumber: text,
  email: text,
  /** Court and number in the register of companies. */
  registration: text.optional(),
  phone: text.optional(),
});

const buyer = z.strictObject({
  companyName: text,
  vatNumber: text,
  invoiceEmail: text,
  street: text,
  /** Blank where the country has none, as the province. */
  postalCode: z.string(),
  province: z.string(),
  city: text,
  countryCode: z.enum(countryCodes),
  countryName: text,
  purchaseOrderNumber: text.nullish(),
  costCentre: text.nullish(),
  buyerReference: text.nullish(),
  /** Where it is sent electronically (BT-49); by email without. */
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
 * All that an invoice or credit note says (Directive 2006/112/EC, Art. 226), for the page and both XML syntaxes. Refuses sums
 * that do not follow from the lines: VAT is rounded once on a category's sum (EN 16931, BR-S-09); out of scope there is one
 * category (BR-O-11).
 */
export const invoiceContent = z
  .strictObject({
    kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
    number: text,
    /** What its company wants the XML to keep to; EN 16931 alone before it could be chosen. */
    profile: z.enum(eInvoiceProfiles).optional(),
    issuedOn: day,
    /** Null on a credit note, and only there. */
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
    /** The invoice that a credit note takes back, or that a corrected invoice stands for (BT-25). */
    precedingInvoice: text.nullable(),
    /** A credit note of a part of its invoice; the rest of it stays owed. */
    part: z.literal(true).optional(),
    /** A credit note of an invoice that is issued again, for which what was paid counts. */
    replaced: z.literal(true).optional(),
    /** Of a corrected invoice, what was paid before (BT-113). */
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
    // Of what is credited in parts each may be a cent off its own rate, so that all have the VAT of the whole together.
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

/** What a document is called, such as "Credit note CN-2026-000007". */
export const titleOf = ({ kind, number }: Pick<InvoiceContent, "kind" | "number">) =>
  `${titles[kind]} ${number}`;
