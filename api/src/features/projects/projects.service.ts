import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import { isEmbeddable } from "@tonneline/contract/embeds";
import type { ChangedVintage, NewVintage } from "@tonneline/contract/vintages";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { requirePast } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { addJob } from "../../core/jobs.ts";
import { requireUnused, unlessUsed } from "../../core/uses.ts";
import { recordChange, projectChanged, setProjectStatus } from "../catalogue/catalogue.service.ts";
import { refreshListings, publishListings } from "../catalogue/listings.service.ts";
import { closeProject } from "../ledger/ledger.service.ts";
import { guardProject, guardRow } from "./projects.guards.ts";
import {
  changedFacts,
  isSame,
  newFacts,
  projectChangeTexts,
  type LabelFacts,
  type ProjectFacts,
  type WantedProject,
} from "./projects.rules.ts";
import * as store from "./projects.sql.ts";
import { addVintage, alterVintage } from "./vintages.service.ts";

/** Sites whose pages a project may embed, as the settings say. */
export type EmbedHosts = () => Promise<readonly string[]>;

export type NewProjectFacts = WantedProject &
  Pick<ProjectFacts, "name" | "registryId" | "developerId" | "projectTypeId">;

export interface SavedProject {
  projectId: number;
  /** Of the vintages that came with it, in their order. */
  newVintageIds: number[];
}

/**
 * With its vintages. VALIDATION_FAILED for an external id that is taken, for a registry … that does not exist and for an
 * embedded page of a site that is not in the settings.
 */
export async function createProject(
  db: Db,
  embedHosts: EmbedHosts,
  actor: Actor,
  wanted: NewProjectFacts,
  newVintages: readonly NewVintage[],
): Promise<SavedProject> {
  const facts = newFacts(wanted);
  requireEmbeddable(facts.embedUrl, await embedHosts());
  const status: AvailabilityStatus = wanted.status ?? "AVAILABLE";
  return inTransaction(db, async (tx) => {
    const projectId = await guardProject(store.insertProject(tx, facts, status));
    const labels = wanted.labels ?? [];
    await requireKnownByNow(tx, labels);
    await store.replaceLabels(tx, projectId, labels);
    await recordChange(tx, projectId, "Added to the marketplace");
    await refreshListings(tx, [projectId]);
    const thing = { type: "project", id: projectId, name: facts.name };
    const after = { ...facts, status, labels };
    await recordAudit(tx, actor, { action: "project.create", thing, after });
    return { projectId, newVintageIds: await addAll(tx, actor, projectId, newVintages) };
  });
}

/**
 * All of it or nothing. NOT_FOUND; VERSION_CONFLICT when somebody was faster, with the project or with one of the
 * vintages; VALIDATION_FAILED as for a new project.
 */
export async function changeProject(
  db: Db,
  embedHosts: EmbedHosts,
  actor: Actor,
  projectId: number,
  version: number,
  wanted: WantedProject,
  vintages: { added: readonly NewVintage[]; changed: readonly ChangedVintage[] },
): Promise<SavedProject> {
  const hosts = await embedHosts();
  return inTransaction(db, async (tx) => {
    const before = (await store.lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    if (before.version !== version) {
      return await refuseChanged(tx, { type: "project", id: projectId });
    }
    // What was allowed once may stay: the page shows it as a link.
    const { embedUrl = before.facts.embedUrl } = wanted;
    if (embedUrl !== before.facts.embedUrl) requireEmbeddable(embedUrl, hosts);
    await changeFields(tx, actor, projectId, before, wanted);
    const rows = [...vintages.changed.entries()];
    // In id order, as whoever locks several vintages does.
    for (const [place, { id, ...row }] of rows.sort(([, a], [, b]) => a.id - b.id)) {
      const work = alterVintage(tx, actor, projectId, id, row);
      await guardRow(`changedVintages.${place}`, work, { NOT_FOUND: "VERSION_CONFLICT" });
    }
    return { projectId, newVintageIds: await addAll(tx, actor, projectId, vintages.added) };
  });
}

/** Adds a sentence of an operator to the public history. NOT_FOUND. */
export function addHistory(db: Db, actor: Actor, projectId: number, text: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { facts } = (await store.lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    await recordChange(tx, projectId, text);
    const thing = { type: "project", id: projectId, name: facts.name };
    await recordAudit(tx, actor, { action: "project.note", thing, after: { change: text } });
  });
}

/** IN_USE with some of what refers to it: orders, carts, reports, vintages that had credits. */
export async function removeProject(
  db: Db,
  files: FileStore,
  actor: Actor,
  projectId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { facts } = (await store.lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    requireUnused(await store.usesOf(tx, projectId, null));
    await closeProject(tx, projectId);
    const fileIds = await unlessUsed(store.removeProject(tx, projectId));
    await publishListings(tx, [projectId]);
    for (const fileId of fileIds) await files.drop(tx, fileId);
    const thing = { type: "project", id: projectId, name: facts.name };
    await recordAudit(tx, actor, { action: "project.delete", thing, before: { ...facts } });
  });
}

function requireEmbeddable(embedUrl: string | null, hosts: readonly string[]): void {
  if (embedUrl === null || isEmbeddable(embedUrl, hosts)) return;
  const allowed = hosts.length > 0 ? `of ${hosts.join(", ")}` : "of no site";
  refuseField("embedUrl", `Only pages ${allowed} can be embedded; sites are added in the settings`);
}

/** VALIDATION_FAILED for a label from a day that is still to come. */
async function requireKnownByNow(tx: Tx, labels: readonly LabelFacts[]): Promise<void> {
  for (const [place, { asOf }] of labels.entries())
    await requirePast(tx, `labels.${place}.asOf`, asOf);
}

async function changeFields(
  tx: Tx,
  actor: Actor,
  projectId: number,
  before: NonNullable<Awaited<ReturnType<typeof store.lockProject>>>,
  wanted: WantedProject,
): Promise<void> {
  const facts = changedFacts(before.facts, wanted);
  const status = wanted.status ?? before.status;
  const labels = await store.labelsOf(tx, projectId);
  const wantedLabels = wanted.labels ?? labels;
  const was = { ...before.facts, status: before.status, labels };
  const is = { ...facts, status, labels: wantedLabels };
  if (isSame(was, is)) return;
  if (!isSame(labels, wantedLabels)) {
    await requireKnownByNow(tx, wantedLabels);
    await store.replaceLabels(tx, projectId, wantedLabels);
  }
  await guardProject(store.updateProject(tx, projectId, facts));
  for (const text of projectChangeTexts(before.facts, facts)) {
    await recordChange(tx, projectId, text);
  }
  await setProjectStatus(tx, projectId, status);
  await refreshListings(tx, [projectId]);
  if (facts.hidden !== before.facts.hidden) await addJob(tx, projectChanged, { projectId });
  const thing = { type: "project", id: projectId, name: before.facts.name };
  await recordAudit(tx, actor, { action: "project.change", thing, before: was, after: is });
}

/** The ids of the new vintages, in their order. */
async function addAll(
  tx: Tx,
  actor: Actor,
  projectId: number,
  vintages: readonly NewVintage[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const [place, vintage] of vintages.entries()) {
    ids.push(await guardRow(`newVintages.${place}`, addVintage(tx, actor, projectId, vintage)));
  }
  return ids;
}
