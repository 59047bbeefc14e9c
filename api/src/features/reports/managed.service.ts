import type { z } from "zod";
import type { updateReport, createReport } from "@tonneline/contract/managedReports";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { cents, euros } from "../../core/money.ts";
import { pdfOf } from "../../core/uploadedPdf.ts";
import { requireUnused, refuseIfReferenced } from "../../core/uses.ts";
import { publishListings } from "../catalogue/listings.service.ts";
import * as store from "./managed.sql.ts";

type NewReport = z.output<typeof createReport.body>;
type ReportChange = z.output<typeof updateReport.body>;

async function locked(tx: Tx, reportId: number): Promise<store.ManagedReportRow> {
  if (!(await store.lockReport(tx, reportId))) return refuse("NOT_FOUND");
  return (await store.managedReportRow(tx, reportId))!;
}

async function setProjects(tx: Tx, reportId: number, projectIds: readonly number[]) {
  const unknown = await store.setProjects(tx, reportId, projectIds);
  if (unknown.length === 0) return;
  refuseField("projectIds", `There is no project ${unknown.join(", ")}`);
}

/** Creates a report; returns its id. Refuses with VALIDATION_FAILED for a project that does not exist. */
export async function makeReport(
  tx: Tx,
  actor: Actor,
  { projectIds, price, ...facts }: NewReport,
): Promise<number> {
  const { id } = await store.insertReport(tx, { ...facts, priceCents: cents(price) });
  await setProjects(tx, id, projectIds);
  await publishListings(tx, projectIds);
  const thing = { type: "report", id, name: facts.name };
  const after = factsOf((await store.managedReportRow(tx, id))!);
  await recordAudit(tx, actor, { action: "report.create", thing, after });
  return id;
}

/** Changes a report; absent fields stay as they are. Refuses with VERSION_CONFLICT if it has changed meanwhile. */
export function saveReport(
  db: Db,
  actor: Actor,
  reportId: number,
  { version, projectIds, price, ...facts }: ReportChange,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await locked(tx, reportId);
    if (before.version !== version) {
      return await refuseChanged(tx, { type: "report", id: reportId });
    }
    const given = Object.fromEntries(
      Object.entries(facts).filter(([, value]) => value !== undefined),
    );
    await store.updateReport(tx, reportId, {
      ...before,
      ...given,
      ...(price !== undefined && { priceCents: cents(price) }),
    });
    if (projectIds) await setProjects(tx, reportId, projectIds);
    await publishListings(tx, [...projectsOf(before), ...(projectIds ?? [])]);
    await noted(tx, actor, "report.change", before);
  });
}

async function noted(
  tx: Tx,
  actor: Actor,
  action: `report.${string}`,
  before: store.ManagedReportRow,
) {
  const after = factsOf((await store.managedReportRow(tx, before.id))!);
  const thing = { type: "report", id: before.id, name: before.name };
  await recordAudit(tx, actor, { action, thing, before: factsOf(before), after });
}

/**
 * Deletes a report and its file. Refuses with IN_USE and some of the orders, carts and requests to
 * colleagues that reference it.
 */
export async function removeReport(
  db: Db,
  files: FileStore,
  actor: Actor,
  reportId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await locked(tx, reportId);
    requireUnused(await store.usesOf(tx, reportId));
    await refuseIfReferenced(store.removeReport(tx, reportId));
    await publishListings(tx, projectsOf(before));
    const thing = { type: "report", id: reportId, name: before.name };
    await recordAudit(tx, actor, { action: "report.delete", thing, before: factsOf(before) });
    if (before.fileId !== null) await files.drop(tx, before.fileId);
  });
}

/**
 * Sets or replaces a report's file. Refuses with UNSUPPORTED_MEDIA_TYPE for anything but a whole PDF; with
 * VERSION_CONFLICT if the given version is not the current one.
 */
export async function putReportFile(
  db: Db,
  files: FileStore,
  actor: Actor,
  { id: reportId, version }: { id: number; version?: number | undefined },
  upload: { name: string; bytes: Uint8Array },
): Promise<void> {
  const file = pdfOf(upload);
  await inTransaction(db, async (tx) => {
    const before = await locked(tx, reportId);
    if (version !== undefined && version !== before.version)
      await refuseChanged(tx, { type: "report", id: reportId });
    const fileId = await files.keep(tx, file);
    await store.setFile(tx, reportId, fileId);
    await noted(tx, actor, "report.file", before);
    if (before.fileId !== null) await files.drop(tx, before.fileId);
  });
}

/** Adds a report with its file for existing projects. It writes no audit entry, as there is no actor. */
export async function addReport(
  tx: Tx,
  facts: store.ReportFacts,
  { fileId, projectIds }: { fileId: number; projectIds: readonly number[] },
): Promise<void> {
  const { id } = await store.insertReport(tx, facts, fileId);
  await store.setProjects(tx, id, projectIds);
  await publishListings(tx, projectIds);
}

const projectsOf = ({ projects }: store.ManagedReportRow) => projects.map(({ id }) => id);

function factsOf(row: store.ManagedReportRow) {
  const { name, description, pages, publishedAt, hidden, fileName: file } = row;
  return {
    name,
    description,
    price: euros(row.priceCents),
    pages,
    publishedAt,
    hidden,
    file,
    projects: projectsOf(row),
  };
}
