import type { CompanyDetails, InvoiceDetails } from "@tonneline/contract/company";
import type { CountryCode } from "@tonneline/contract/countries";
import { references, type OrderDetails, type Reference } from "@tonneline/contract/orders";

/** What stands in the form of the invoice details, complete or not, and whether it is to be kept. */
export interface DetailsDraft {
  /** As typed: not yet valid. */
  details: OrderDetails;
  keep: boolean;
  /** What was saved when it was filled. */
  seen?: CompanyDetails | undefined;
}

type References = Record<Reference, string | null>;

/**
 * The form before anything was typed: the saved details, else blanks with the country that sets the VAT now, and the
 * references of the order before, since most companies order again under the same.
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

/** The same form with what the company keeps as it is saved now. */
export function withSaved(draft: DetailsDraft, saved: CompanyDetails): DetailsDraft {
  const { details } = draft;
  const now = draftFrom(saved, details.invoiceAddress.countryCode).details;
  return { ...draft, details: { ...details, ...companyOf(now) }, seen: saved };
}

/**
 * A form that was filled before, by what is saved now: of what nobody has typed over it has what a colleague has saved
 * since. What was typed stays, and goes on knowing what it was typed over.
 */
export function upToDate(draft: DetailsDraft, saved: CompanyDetails | undefined): DetailsDraft {
  const { details, seen } = draft;
  if (!saved || !seen) return draft;
  return isTyped(details, withSaved(draft, seen).details) ? draft : withSaved(draft, saved);
}

const isTyped = (details: InvoiceDetails, filled: InvoiceDetails) =>
  JSON.stringify(companyOf(details)) !== JSON.stringify(companyOf(filled));

/** The same draft for another country, as when it was chosen in the cart meanwhile. */
export function inCountry(draft: DetailsDraft, countryCode: CountryCode): DetailsDraft {
  const { details } = draft;
  const invoiceAddress = { ...details.invoiceAddress, countryCode };
  return { ...draft, details: { ...details, invoiceAddress } };
}
