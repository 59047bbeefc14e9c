import type { Retirement, RetirementStatus } from "@tonneline/contract/retirements";
import type { CsvColumns } from "../../core/http/csv.ts";
import { purposeWords } from "./certificate.content.ts";
import type { RetirementRow } from "./retirements.sql.ts";

const statusWords: Record<RetirementStatus, string> = {
  RETIREMENT_IN_PROGRESS: "Retirement in progress",
  RETIRED: "Retired",
  DECLINED: "Declined",
  WITHDRAWN: "Withdrawn",
};

/** CSV is for programs and has codes; a workbook is for people and, with `inWords`, has their names. */
const columnsOf = (inWords: boolean): CsvColumns<RetirementRow> => [
  ["Retirement", (row) => row.id],
  ["Requested (UTC)", (row) => row.requestedAt.toISOString(), "moment"],
  ["Status", ({ status }) => (inWords ? statusWords[status as RetirementStatus] : status)],
  ["Project", (row) => row.product.projectName],
  ["Registry", (row) => row.product.registry.name],
  ["Registry ID", (row) => row.product.externalId],
  ["Vintage", (row) => row.product.year],
  ["Tonnes", (row) => row.quantity],
  ["Beneficiary", (row) => row.beneficiaryName],
  [
    "Purpose",
    ({ purpose }) => (inWords ? purposeWords[purpose as Retirement["purpose"]] : purpose),
  ],
  ["Period from", (row) => row.periodFrom, "day"],
  ["Period to", (row) => row.periodTo, "day"],
  ["Message", (row) => row.message],
  ["Retired (UTC)", (row) => row.retiredAt?.toISOString(), "moment"],
  ["Serial blocks", (row) => row.blocks.length],
  ["First serial numbers", (row) => row.blocks.map((block) => block.serialNumberFrom).join("\n")],
  ["Last serial numbers", (row) => row.blocks.map((block) => block.serialNumberTo).join("\n")],
  ["Registry record", (row) => row.registryUrl],
  ["Declined because", (row) => row.declineReason],
];

/** The CSV columns of a company's own retirements. */
export const csvColumns = columnsOf(false);
/** The columns of the workbook of a company's own retirements. */
export const xlsxColumns = columnsOf(true);

/** With the columns that only operators need, who see all companies' retirements. */
export const managedCsvColumns: CsvColumns<RetirementRow> = [
  ...csvColumns,
  ["Person", (row) => row.username],
  ["Company", (row) => row.companyName],
];
