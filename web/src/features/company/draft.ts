import type { CompanyDetails } from "@tonneline/contract/company";
import type { CountryCode } from "@tonneline/contract/countries";
import { references, type OrderDetails, type Reference } from "@tonneline/contract/orders";

/** What stands in the form of the invoice details, complete or not, and whether it is to be kept. */
export interface DetailsDraft {
  /** As typed: not yet valid. */
  details: OrderDetails;
  keep: boolean;
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
  };
}

/** The same draft for another country, as when it was chosen in the cart meanwhile. */
export function inCountry({ details, keep }: DetailsDraft, countryCode: CountryCode): DetailsDraft {
  const invoiceAddress = { ...details.invoiceAddress, countryCode };
  return { details: { ...details, invoiceAddress }, keep };
}
