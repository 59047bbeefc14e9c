import type { CompanyDetails, InvoiceDetails } from "@tonneline/contract/company";
import type { CountryCode } from "@tonneline/contract/countries";
import { references, type OrderDetails, type Reference } from "@tonneline/contract/orders";

/** The values in the form of invoice details, complete or not, and whether to save them for the company. */
export interface DetailsDraft {
  /** As typed: not validated. */
  details: OrderDetails;
  keep: boolean;
  /** The saved details when the form was filled. */
  seen?: CompanyDetails | undefined;
}

type References = Record<Reference, string | null>;

/**
 * The initial form: the saved details, or else blanks with the country that currently determines the VAT. References
 * are copied from the last order, as most companies reuse them.
 */
export function draftFrom(
  saved: CompanyDetails | undefined,
  countryCode: CountryCode,
  last?: References,
): DetailsDraft {
  const address = { street: "", postalCode: "", province: "", city: "", countryCode };
  return {
    details: {
      companyName: saved?.companyName ?? "",
      vatNumber: saved?.vatNumber ?? "",
      invoiceEmail: saved?.invoiceEmail ?? "",
      invoiceAddress: { ...address, ...saved?.invoiceAddress },
      ...Object.fromEntries(references.map((name) => [name, last?.[name] ?? ""])),
      remark: "",
    },
    keep: true,
    seen: saved,
  };
}

const companyOf = ({ companyName, vatNumber, invoiceEmail, invoiceAddress }: InvoiceDetails) => ({
  companyName,
  vatNumber,
  invoiceEmail,
  invoiceAddress,
});

/** The same form with the company's details as currently saved. */
export function withSaved(draft: DetailsDraft, saved: CompanyDetails): DetailsDraft {
  const { details } = draft;
  const now = draftFrom(saved, details.invoiceAddress.countryCode).details;
  return { ...draft, details: { ...details, ...companyOf(now) }, seen: saved };
}

/**
 * Updates an earlier draft from the saved details: if nothing was typed over them, it takes a colleague's changes.
 * Otherwise the input is kept, along with the details that it was based on.
 */
export function refreshDraft(draft: DetailsDraft, saved: CompanyDetails | undefined): DetailsDraft {
  const { details, seen } = draft;
  if (!saved || !seen) return draft;
  return isEdited(details, withSaved(draft, seen).details) ? draft : withSaved(draft, saved);
}

const isEdited = (details: InvoiceDetails, filled: InvoiceDetails) =>
  JSON.stringify(companyOf(details)) !== JSON.stringify(companyOf(filled));

/** The same draft with another country, such as when it was changed in the cart meanwhile. */
export function inCountry(draft: DetailsDraft, countryCode: CountryCode): DetailsDraft {
  const { details } = draft;
  const invoiceAddress = { ...details.invoiceAddress, countryCode };
  return { ...draft, details: { ...details, invoiceAddress } };
}
