import { Readable } from "node:stream";
import type { CsvFile } from "./csv.ts";
import type { Finding, ImportListener } from "./import.service.ts";
import { furtherProjectColumns, projectColumns, vintageColumns } from "./rows.ts";

type ProjectCells = Partial<
  Record<(typeof projectColumns)[number] | (typeof furtherProjectColumns)[number], string>
>;
type VintageCells = Partial<Record<(typeof vintageColumns)[number], string>>;

const goodProject: ProjectCells = {
  registry: "VCS",
  name: "Delta Mangroves",
  status: "Registered",
  scope: "Forestry & Land Use",
  type: "Wetland Restoration",
  reduction_or_removal: "Mixed",
  methodology: "VM0033 Methodology for Tidal Wetland and Seagrass Restoration",
  country_iso2: "PK",
  developer: "Delta Trust",
  credits_issued: "900",
  credits_retired: "100",
  credits_remaining: "800",
  first_vintage_year: "2020",
  registry_url: "https://registry.example/projects/1",
};

function csv(
  columns: readonly string[],
  rows: readonly Record<string, string | undefined>[],
): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (cells: string[]) => `${cells.map(cell).join(",")}\n`;
  return (
    line([...columns]) +
    rows.map((row) => line(columns.map((column) => row[column] ?? ""))).join("")
  );
}

/** A projects file with an extra column that the import ignores, as the database's own export has many. */
export function projectsCsv(...rows: ProjectCells[]): string {
  const further = furtherProjectColumns.filter((column) => rows.some((row) => column in row));
  return csv(
    ["poa_or_aggregate_id", ...projectColumns, ...further],
    rows.map((row) => ({ ...goodProject, ...row })),
  );
}

/** A vintages file of these rows, with 0 for quantities that are not given. */
export function vintagesCsv(...rows: VintageCells[]): string {
  return csv(
    vintageColumns,
    rows.map((row) => ({ issued: "0", retired: "0", remaining: "0", ...row })),
  );
}

/** An in-memory file that can be opened any number of times. */
export function fileOf(name: string, content: string | Buffer): CsvFile {
  return { name, open: () => Readable.from([Buffer.from(content)]) };
}

/** Collects what an import reports. */
export function listening() {
  const refused: Finding[] = [];
  const noticed: Finding[] = [];
  const listener: ImportListener = {
    refused: (finding) => refused.push(finding),
    noticed: (finding) => noticed.push(finding),
    progress: () => {},
  };
  /** "p.csv:3 developer is blank" */
  const words = (findings: Finding[]) =>
    findings.map(({ file, line, column, reason }) => `${file}:${line} ${column} ${reason}`);
  return { listener, refused: () => words(refused), noticed: () => words(noticed) };
}
