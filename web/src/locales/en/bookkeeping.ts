import { addTexts } from "../../lib/i18n.ts";

/** Texts of the exports for accounting programs. */
export const bookkeeping = addTexts("bookkeeping", {
  title: "Bookkeeping",
  intro: "Invoices and credit notes by date of issue, for your accounting program and tax office.",
  month: "Month",
  loading: "Loading the books of the month",
  failed: "The books of the month could not be loaded",
  summary: "What was invoiced and credited",
  none: "Nothing was invoiced or credited in {{month}}.",
  inTheMaking_one: "The files of one document are still being made.",
  inTheMaking_other: "The files of {{count}} documents are still being made.",
  column: { count: "Documents", net: "Net", vat: "VAT", gross: "Total" },
  row: {
    invoices: "Invoices",
    creditNotes: "Credit notes",
    sum: "Sum",
    S: "of which with VAT",
    AE: "of which under reverse charge",
    O: "of which outside the EU",
  },
  exports: "Exports",
  datev: {
    title: "DATEV",
    text: "Postings in the EXTF format (Buchungsstapel, version 13). Accounts and numbers are in the settings.",
  },
  journal: { title: "Journal", text: "Every invoice and credit note, one per row." },
  ecSales: {
    title: "EC sales list",
    text_zero: "No service was supplied under reverse charge.",
    text_one: "Services under reverse charge, to one VAT number.",
    text_other: "Services under reverse charge, to {{count}} VAT numbers.",
  },
  invoices: {
    title: "All documents",
    text: "The PDF and the XML of every invoice and credit note, in one ZIP file.",
  },
  as: "{{title}} of {{month}} as {{format}}",
});
