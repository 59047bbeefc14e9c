import { vatCountryOf, type CountryCode } from "@tonneline/contract/countries";
import type { VatCategory } from "@tonneline/contract/vat";
import { formatTaxNumber } from "@tonneline/contract/vatNumbers";

/** An invoice or credit note for bookkeeping. Cents are as on the document, positive for both. */
export interface BookedDocument {
  kind: "INVOICE" | "CREDIT_NOTE";
  number: string;
  /** The invoice that it credits or replaces. */
  corrects: string | null;
  issuedOn: string;
  suppliedOn: string;
  dueOn: string | null;
  orderId: number;
  companyId: number;
  companyName: string;
  countryCode: CountryCode;
  vatNumber: string;
  vatCategory: VatCategory;
  vatPercent: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/** Returns 1 for an invoice, -1 for a credit note. */
export const signOf = ({ kind }: Pick<BookedDocument, "kind">): 1 | -1 =>
  kind === "INVOICE" ? 1 : -1;

export interface EcSale {
  countryCode: string;
  vatNumber: string;
  companyName: string;
  netCents: number;
}

/**
 * Returns the rows of an EC sales list (Directive 2006/112/EC, Art. 262): services supplied under reverse charge to each VAT
 * number, less what was credited. Numbers with a sum of zero are omitted.
 */
export function ecSalesOf(documents: readonly BookedDocument[]): EcSale[] {
  const byNumber = new Map<string, EcSale>();
  for (const document of documents) {
    if (document.vatCategory !== "AE") continue;
    const vatNumber = formatTaxNumber(document.vatNumber);
    const before = byNumber.get(vatNumber)?.netCents ?? 0;
    const netCents = before + signOf(document) * document.netCents;
    const { companyName } = document;
    const country = vatCountryOf(document.countryCode);
    byNumber.set(vatNumber, {
      // Greece has another code in VAT numbers.
      countryCode: country === "GR" ? "EL" : country,
      vatNumber,
      companyName,
      netCents,
    });
  }
  return [...byNumber.values()]
    .filter(({ netCents }) => netCents !== 0)
    .toSorted((one, other) => one.vatNumber.localeCompare(other.vatNumber));
}

export interface Totals {
  count: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/** Returns the sums of documents; with `signed`, credit notes count negative. */
export function totalsOf(documents: readonly BookedDocument[], signed = false): Totals {
  const sum = (key: "netCents" | "vatCents" | "grossCents") =>
    documents.reduce((total, each) => total + (signed ? signOf(each) : 1) * each[key], 0);
  return {
    count: documents.length,
    netCents: sum("netCents"),
    vatCents: sum("vatCents"),
    grossCents: sum("grossCents"),
  };
}

/** Returns the first and last ISO day of a month such as "2026-02". */
export function daysOfMonth(month: string): { first: string; last: string } {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { first: `${month}-01`, last };
}
