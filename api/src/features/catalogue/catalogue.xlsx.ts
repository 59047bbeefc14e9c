import type { ProjectSummary } from "@tonneline/contract/catalogue";
import { codeNames } from "@tonneline/contract/codes";
import { namesOfCountries } from "@tonneline/contract/countries";
import type { CsvColumns } from "../../core/http/csv.ts";

/** The columns of the project list's download. */
export const projectColumns: CsvColumns<ProjectSummary> = [
  ["Project", (row) => row.name],
  ["Registry", (row) => row.registry.name],
  ["Registry ID", (row) => row.externalId],
  ["Type", (row) => row.projectType.name],
  ["Developer", (row) => row.projectDeveloper.name],
  ["Countries", (row) => namesOfCountries(row.countries).join("; ")],
  ["Status", (row) => row.status.name],
  ["Credit types", (row) => row.creditTypes.map((id) => codeNames[id]).join("; ")],
  ["Impact", (row) => row.impactTypes.map((id) => codeNames[id]).join("; ")],
  ["Claim", (row) => row.claimTypes.map((id) => codeNames[id]).join("; ")],
  [
    "Labels",
    (row) => row.labels.map(({ kind, detail }) => [kind, detail].join(" ").trim()).join("; "),
  ],
  ["Facts known", (row) => `${row.facts.known} of ${row.facts.of}`],
  ["First vintage", (row) => row.vintagesAvailable?.min],
  ["Last vintage", (row) => row.vintagesAvailable?.max],
  ["For sale (t)", (row) => row.availableCredits],
  ["Of these expected (t)", (row) => row.expectedCredits],
  ["Lowest price (EUR / t, net)", (row) => row.priceFrom, "money"],
  ["Highest price (EUR / t, net)", (row) => row.priceTo, "money"],
  ["Prices and availability", (row) => (row.demonstration ? "invented for demonstration" : null)],
];
