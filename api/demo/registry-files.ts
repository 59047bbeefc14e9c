import { createReadStream } from "node:fs";
import path from "node:path";
import { readCsv } from "../src/features/imports/csv.ts";
import {
  annualColumns,
  furtherProjectColumns,
  parseAnnual,
  parseProject,
  parseVintage,
  projectColumns,
  vintageColumns,
  type AnnualRow,
  type ProjectRow,
  type VintageRow,
} from "../src/features/imports/rows.ts";

/** Reads the valid rows of the registry files in a folder; vintages and calendar years are grouped by external id. */
export async function readRegistryFiles(folder: string) {
  const open = (name: string) => ({ name, open: () => createReadStream(path.join(folder, name)) });
  const projects: ProjectRow[] = [];
  for await (const { cells } of readCsv(
    open("vrod-v2025-12-projects.csv"),
    projectColumns,
    furtherProjectColumns,
  )) {
    const { row } = cells ? parseProject(cells) : {};
    if (row) projects.push(row);
  }
  const vintages = new Map<string, VintageRow[]>();
  for await (const { cells } of readCsv(open("vrod-v2025-12-vintages.csv"), vintageColumns)) {
    const { row } = cells ? parseVintage(cells) : {};
    if (row) vintages.set(row.externalId, [...(vintages.get(row.externalId) ?? []), row]);
  }
  const years = new Map<string, AnnualRow[]>();
  for await (const { cells } of readCsv(open("vrod-v2025-12-annual.csv"), annualColumns)) {
    const { row } = cells ? parseAnnual(cells) : {};
    if (row) years.set(row.externalId, [...(years.get(row.externalId) ?? []), row]);
  }
  return { projects, vintages, years };
}
