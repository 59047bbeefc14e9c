import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { email, typedText, seenVersion } from "./shapes.ts";
import { countryCodes } from "./countries.ts";

const text = typedText(3, 200);

export const address = z.strictObject({
  street: text,
  postalCode: typedText(3, 20),
  province: text,
  city: text,
  countryCode: z.enum(countryCodes, { error: "Please select one of the values" }),
});
export type Address = z.output<typeof address>;

export const invoiceDetails = z.strictObject({
  companyName: text,
  invoiceAddress: address,
  invoiceEmail: email,
  vatNumber: typedText(3, 30),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

/** As read back; all null with version 0 before they were first saved. */
export const companyDetails = z.object({
  companyName: z.string().nullable(),
  invoiceAddress: address.nullable(),
  invoiceEmail: z.string().nullable(),
  vatNumber: z.string().nullable(),
  version: z.int(),
});
export type CompanyDetails = z.output<typeof companyDetails>;

export const getCompanyDetails = endpoint({
  method: "GET",
  path: "/me/company/details",
  access: "admitted",
  summary: "The caller's saved company and invoice details",
  answer: companyDetails,
});

export const saveCompanyDetails = endpoint({
  method: "POST",
  path: "/me/company/details",
  access: "admitted",
  companyRight: "details",
  summary: "Save the caller's company and invoice details",
  body: invoiceDetails.extend({
    /** When given, the save is refused if somebody saved in between. */
    version: seenVersion.optional(),
  }),
  answer: companyDetails,
  refusals: ["VERSION_CONFLICT"],
});
