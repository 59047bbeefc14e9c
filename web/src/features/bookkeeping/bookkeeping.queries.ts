import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  getMonthlyBooks,
  getDatevExport,
  getEcSalesList,
  getMonthlyInvoices,
  getInvoiceJournal,
} from "@tonneline/contract/bookkeeping";
import { call, download } from "../../lib/api.ts";

/** The invoices and credit notes of a month; the previous month stays on screen while another one loads. */
export function useBooks(month: string) {
  return useQuery({
    queryKey: ["management", "bookkeeping", month],
    queryFn: ({ signal }) => call(getMonthlyBooks, { query: { month } }, { signal }),
    placeholderData: keepPreviousData,
    // Files of documents just issued follow within seconds.
    refetchInterval: ({ state }) => (state.data?.inTheMaking ? 2000 : false),
  });
}

export type Format = "CSV" | "XLSX" | "ZIP";

/** The exports of a month, each in its formats. */
export const exportsOf = {
  datev: {
    formats: ["CSV"],
    load: (month: string) =>
      download(getDatevExport, { query: { month } }, `EXTF_Buchungsstapel_${month}.csv`),
  },
  journal: {
    formats: ["CSV", "XLSX"],
    load: (month: string, format: Format) =>
      download(
        getInvoiceJournal,
        { query: { month, format: kindOf(format) } },
        `journal-${month}.${kindOf(format)}`,
      ),
  },
  ecSales: {
    formats: ["CSV", "XLSX"],
    load: (month: string, format: Format) =>
      download(
        getEcSalesList,
        { query: { month, format: kindOf(format) } },
        `ec-sales-${month}.${kindOf(format)}`,
      ),
  },
  invoices: {
    formats: ["ZIP"],
    load: (month: string) =>
      download(getMonthlyInvoices, { query: { month } }, `invoices-${month}.zip`),
  },
} as const satisfies Record<
  string,
  { formats: readonly Format[]; load: (month: string, format: Format) => Promise<void> }
>;

const kindOf = (format: Format) => (format === "XLSX" ? "xlsx" : "csv");
