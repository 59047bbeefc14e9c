import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { readDemoCatalogue, reportsFolder, type DemoProject } from "../../../demo/catalogue.ts";
import { mediaOf, showcase } from "../../../demo/showcase.ts";
import type { Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { addJob, job } from "../../core/jobs.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { ensureDirectories } from "../directory/directory.service.ts";
import { factsOf } from "../imports/facts.rules.ts";
import { lockBulkChange, planAsUsual, planForBulk } from "../imports/bulk.service.ts";
import { refreshListings } from "../catalogue/listings.service.ts";
import { switchOn } from "../flags/flags.service.ts";
import { addReport } from "../reports/managed.service.ts";
import {
  catalogueIsEmpty,
  insertFigures,
  insertProjects,
  insertVintages,
  projectIdsOf,
  showMedia,
} from "./demo.sql.ts";

/** Generates a showcase project's additional content: after the start, one project at a time. */
export const demoContent = job("demo.content", z.object({ projectId: z.int() }));

export type LoadedDemo = { projects: number; vintages: number; reports: number };

/**
 * Fills an empty catalogue with the demonstration data in a single transaction: projects, vintages with their
 * initial stock in the ledger, and reports. Returns null without changes if there are projects or reports already.
 */
export async function loadDemoCatalogue(db: Db, files: FileStore): Promise<LoadedDemo | null> {
  if (!(await catalogueIsEmpty(db))) return null;
  const { head, projects, reports } = await readDemoCatalogue();
  return await db.transaction().execute(async (tx) => {
    // Checked again under the lock: another server may have started at the same time.
    await lockBulkChange(tx);
    await planForBulk(tx);
    if (!(await catalogueIsEmpty(tx))) return null;
    await ensureDirectories(tx, {
      registries: projects.map(({ registry }) => registry),
      developers: projects.map(({ developer }) => developer),
      auditors: projects.flatMap(({ auditor }) => auditor ?? []),
      types: projects.map(({ type, scope }) => ({ name: type, scope })),
    });
    const { source, asOf } = head;
    await insertProjects(
      tx,
      projects.map((project) => ({ ...project, facts: demoFacts(project) })),
      { source, asOf },
    );
    await insertFigures(tx, projects);
    const stocked = await insertVintages(tx, projects);
    await postMovements(
      tx,
      stocked.map(({ vintageId, stock }) => ({
        kind: "ISSUE",
        vintageId,
        quantity: stock,
        reason: "Demonstration stock",
      })),
    );
    for (const report of reports) {
      const bytes = await readFile(path.join(reportsFolder, report.file));
      const pdf = { name: report.file, mediaType: "application/pdf", bytes };
      const fileId = await files.keep(tx, pdf);
      const projectIds = await projectIdsOf(tx, report.projects);
      await addReport(tx, { ...report, hidden: false }, { fileId, projectIds });
    }
    for (const projectId of await showMedia(
      tx,
      showcase.map((shown) => ({ externalId: shown.externalId, ...mediaOf(shown) })),
    ))
      await addJob(tx, demoContent, { projectId }, { queue: "demo.content" });
    // Its reports can only be bought with the new cart.
    await switchOn(tx, "new_cart_api");
    await planAsUsual(tx);
    await refreshListings(tx, null);
    return { projects: head.projects, vintages: head.vintages, reports: reports.length };
  });
}

/** Returns the facts that an import of the same registry row would store, so that it finds no changes. */
function demoFacts(project: DemoProject) {
  return factsOf({
    ...project,
    name: project.nameAtRegistry,
    status: project.registryStatus,
    verifier: project.auditor ?? "",
    country: project.countries[0] ?? null,
  });
}
