import { createReadStream } from "node:fs";
import path from "node:path";
import { readCsv } from "../src/features/imports/csv.ts";
import {
  parseProject,
  parseVintage,
  projectColumns,
  vintageColumns,
  type ProjectRow,
  type VintageRow,
} from "../src/features/imports/rows.ts";

/** The usable rows of the registry files in a folder, vintages by external id. */
export async function readRegistryFiles(folder: string) {
  const open = (name: string) => ({ name, open: () => createReadStream(path.join(folder, name)) });
  const projects: ProjectRow[] = [];
  for await (const { cells } of readCsv(open("vrod-v2025-12-projects.csv"), projectColumns)) {
    const { row } = cells ? parseProject(cells) : {};
    if (row) projects.push(row);
  }
  const vintages = new Map<string, VintageRow[]>();
  for await (const { cells } of readCsv(open("vrod-v2025-12-vintages.csv"), vintageColumns)) {
    const { row } = cells ? parseVintage(cells) : {};
    if (row) vintages.set(row.externalId, [...(vintages.get(row.externalId) ?? []), row]);
  }
  return { projects, vintages };
}
