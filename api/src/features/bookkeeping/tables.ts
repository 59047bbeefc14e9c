import { formatTaxNumber } from "@tonneline/contract/vatNumbers";
import type { Sheet } from "../../core/http/xlsx.ts";
import { euros } from "../../core/money.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import { ecSalesOf, signOf, type BookedDocument } from "./books.rules.ts";
import { debtorOf, revenueOf } from "./datev.rules.ts";

/** Returns every document of a month, one per row; amounts of credit notes are negative. */
export function journalOf(
  documents: readonly BookedDocument[],
  numbers: Settings["bookkeeping"],
): Sheet {
  return {
    name: "Journal",
    columns: [
      ["Issued", "day"],
      ["Document"],
      ["Number"],
      ["Corrects"],
      ["Order"],
      ["Company no."],
      ["Company"],
      ["Country"],
      ["VAT number"],
      ["VAT category"],
      ["VAT %"],
      ["Net (EUR)", "money"],
      ["VAT (EUR)", "money"],
      ["Gross (EUR)", "money"],
      ["Due", "day"],
      ["Customer account"],
      ["Revenue account"],
    ],
    rows: documents.map((each) => {
      const sum = (cents: number) => euros(signOf(each) * cents);
      return [
        each.issuedOn,
        each.kind === "INVOICE" ? "Invoice" : "Credit note",
        each.number,
        each.corrects,
        each.orderId,
        each.companyId,
        each.companyName,
        each.countryCode,
        formatTaxNumber(each.vatNumber),
        each.vatCategory,
        each.vatPercent,
        sum(each.netCents),
        sum(each.vatCents),
        sum(each.grossCents),
        each.dueOn,
        debtorOf(numbers, each.companyId),
        revenueOf(numbers, each),
      ];
    }),
  };
}

/** Returns the net amount supplied to each VAT number; "S" stands for services. */
export function ecSalesSheet(documents: readonly BookedDocument[]): Sheet {
  return {
    name: "EC sales list",
    columns: [["Country"], ["VAT number"], ["Company"], ["Net (EUR)", "money"], ["Kind"]],
    rows: ecSalesOf(documents).map((sale) => [
      sale.countryCode,
      sale.vatNumber,
      sale.companyName,
      euros(sale.netCents),
      "S",
    ]),
  };
}
