import type { CsvColumns } from "../../core/http/csv.ts";
import { cartHasChanged, statusOf } from "./quotes.rules.ts";
import type { QuoteRow } from "./quotes.sql.ts";

const namesOf = ({ content }: QuoteRow) =>
  content.items.map((item) =>
    item.productType === "VINTAGE_CREDITS"
      ? `${item.product.projectName}, ${item.product.year}`
      : item.product.reportName,
  );

const facts: CsvColumns<QuoteRow> = [
  ["For", (row) => row.author],
  ["Made (UTC)", (row) => row.createdAt.toISOString()],
  ["Status", statusOf],
  ["Items", (row) => namesOf(row).join("; ")],
  ["Tonnes", (row) => row.content.totalCredits],
  ["Country", (row) => row.content.countryCode],
  ["Net (EUR)", (row) => row.content.totalPriceNet],
  ["VAT %", (row) => row.content.vatPercentage],
  ["VAT (EUR)", (row) => row.content.vatAmount],
  ["Total (EUR)", (row) => row.content.totalPriceGross],
  ["Valid until (UTC)", (row) => row.validUntil.toISOString()],
  ["Order", (row) => row.orderId],
  ["Cart changed", cartHasChanged],
];

const number: CsvColumns<QuoteRow>[number] = ["Quote", (row) => row.number];

/** The CSV columns of a company's own quotes; their headings match those of orders where they mean the same. */
export const quoteColumns: CsvColumns<QuoteRow> = [number, ...facts];

/** With the columns that only operators need, who see all companies' quotes. */
export const managedQuoteColumns: CsvColumns<QuoteRow> = [
  number,
  ["Company", (row) => row.companyName],
  ["Person", (row) => row.username],
  ...facts,
];
