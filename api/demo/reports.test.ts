import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readDemoCatalogue, reportsFolder } from "./catalogue.ts";

const { projects, reports } = await readDemoCatalogue();

test("there are twelve reports on projects of the catalogue", () => {
  const known = new Set(projects.map(({ externalId }) => externalId));
  expect(reports).toHaveLength(12);
  for (const report of reports) {
    for (const externalId of report.projects) expect(known).toContain(externalId);
  }
});

test("the file of each report is a PDF with as many pages as the index says", async () => {
  for (const { file, pages } of reports) {
    const bytes = await readFile(path.join(reportsFolder, file));
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.length).toBeLessThan(150_000);
    const count = /\/Type \/Pages\n\/Count (\d+)/.exec(bytes.toString("latin1"))?.[1];
    expect(Number(count)).toBe(pages);
    expect(pages).toBeGreaterThanOrEqual(6);
    expect(pages).toBeLessThanOrEqual(20);
  }
});
