import { createReadStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { readCsv } from "../src/features/imports/csv.ts";
import { readDemoProjects, reportsFolder, type DemoReport } from "./catalogue.ts";
import { readRegistryFiles } from "./registry-files.ts";
import {
  checklist,
  cover,
  projectChapter,
  sources,
  summary,
  type Subject,
  type YearFigures,
} from "./report-parts/chapters.ts";
import { projectsOf, reportPlans } from "./report-parts/plans.ts";
import { Sheet } from "./report-parts/sheet.ts";

/* Builds the due-diligence reports and their index: node api/demo/build-reports.ts FOLDER (after build-catalogue.ts) */

async function yearsByProject(folder: string): Promise<Map<string, YearFigures[]>> {
  const name = "vrod-v2025-12-annual.csv";
  const open = () => createReadStream(path.join(folder, name));
  const years = new Map<string, YearFigures[]>();
  const columns = ["external_id", "year", "issued_in_year", "retired_in_year"] as const;
  for await (const { cells } of readCsv({ name, open }, columns)) {
    if (!cells || cells.year === "") continue;
    const figures = {
      year: Number(cells.year),
      issued: Number(cells.issued_in_year),
      retired: Number(cells.retired_in_year),
    };
    years.set(cells.external_id, [...(years.get(cells.external_id) ?? []), figures]);
  }
  return years;
}

async function main(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error("usage: node api/demo/build-reports.ts FOLDER_WITH_REGISTRY_FILES");
  const [{ projects }, { vintages }, years] = await Promise.all([
    readDemoProjects(),
    readRegistryFiles(folder),
    yearsByProject(folder),
  ]);
  await mkdir(reportsFolder, { recursive: true });
  const index: DemoReport[] = [];
  for (const plan of reportPlans) {
    const subjects = projectsOf(plan, projects).map((project): Subject => ({
      project,
      vintages: [...(vintages.get(project.externalId) ?? [])].sort((a, b) => a.year - b.year),
      years: [...(years.get(project.externalId) ?? [])].sort((a, b) => a.year - b.year),
    }));
    if (subjects.length === 0) throw new Error(`${plan.file} has no projects.`);
    const sheet = new Sheet(plan.title, plan.publishedAt);
    cover(sheet, plan, subjects);
    summary(sheet, plan, subjects);
    subjects.forEach((subject, i) => projectChapter(sheet, subject, i + 1));
    checklist(sheet, plan);
    sources(sheet);
    const { bytes, pages } = await sheet.finish();
    await writeFile(path.join(reportsFolder, plan.file), bytes);
    console.log(`${plan.file}: ${pages} pages, ${bytes.length} bytes, ${subjects.length} projects`);
    const named = subjects.map(({ project }) => project.name).join("; ");
    index.push({
      name: `Due diligence: ${plan.title}`,
      description: `Registry record, issuance and retirement by year, every vintage and a risk checklist for ${subjects.length === 1 ? "one project" : `${subjects.length} projects`}: ${named}. Demonstration document made from public registry data as of 31 December 2025.`,
      priceCents: plan.priceCents,
      pages,
      publishedAt: plan.publishedAt,
      file: plan.file,
      projects: subjects.map(({ project }) => project.externalId),
    });
  }
  await writeFile(
    path.join(reportsFolder, "index.ndjson"),
    index.map((report) => `${JSON.stringify(report)}\n`).join(""),
  );
}

await main(process.argv[2]);
