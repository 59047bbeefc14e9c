import { z } from "zod";
import type { CompanyDetails, InvoiceDetails } from "@tonneline/contract/company";

/** The form of the invoice details: everything is text until it is sent. */
export const detailsForm = z.object({
  companyName: z.string(),
  vatNumber: z.string(),
  invoiceEmail: z.string(),
  invoiceAddress: z.object({
    street: z.string(),
    postalCode: z.string(),
    province: z.string(),
    city: z.string(),
    countryCode: z.string(),
  }),
});
export type DetailsForm = z.output<typeof detailsForm>;

/** What was typed, complete or not, and whether it is to be kept. */
export const detailsDraft = detailsForm.extend({ keepDetails: z.boolean() });
export type DetailsDraft = z.output<typeof detailsDraft>;

/** The form before anything was typed: the saved details, else blanks with the country that sets the VAT now. */
export function draftFrom(saved: CompanyDetails, countryCode: string): DetailsDraft {
  return {
    companyName: saved.companyName ?? "",
    vatNumber: saved.vatNumber ?? "",
    invoiceEmail: saved.invoiceEmail ?? "",
    invoiceAddress: saved.invoiceAddress
      ? { ...saved.invoiceAddress }
      : { street: "", postalCode: "", province: "", city: "", countryCode },
    keepDetails: true,
  };
}

/** The saved details, when all of them are there. */
export function savedInvoiceDetails(saved: CompanyDetails): InvoiceDetails | undefined {
  const { companyName, invoiceAddress, invoiceEmail, vatNumber } = saved;
  if (!companyName || !invoiceAddress || !invoiceEmail || !vatNumber) return undefined;
  return { companyName, invoiceAddress, invoiceEmail, vatNumber };
}
