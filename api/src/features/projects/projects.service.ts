import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import { isEmbeddable } from "@tonneline/contract/embeds";
import type { ChangedVintage, NewVintage } from "@tonneline/contract/vintages";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { requirePast } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import type { Once } from "../../core/idempotency.ts";
import { addJob } from "../../core/jobs.ts";
import { requireUnused, refuseIfReferenced } from "../../core/uses.ts";
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

/** The sites whose pages projects may embed, from the settings. */
export type EmbedHosts = () => Promise<readonly string[]>;

export type NewProjectFacts = WantedProject &
  Pick<ProjectFacts, "name" | "registryId" | "developerId" | "projectTypeId">;

interface SaveContext {
  actor: KnownActor;
  once: Once;
}

export interface SavedProject {
  projectId: number;
  /** The ids of the vintages created along with it, in their order. */
  newVintageIds: number[];
}

/**
 * Creates a project with its vintages. Refuses with VALIDATION_FAILED for an external id that is taken, a
 * registry, developer, auditor or type that does not exist, and an embedded page of a site that is not in the settings.
 */
export async function createProject(
  db: Db,
  embedHosts: EmbedHosts,
  { actor, once }: SaveContext,
  wanted: NewProjectFacts,
  newVintages: readonly NewVintage[],
): Promise<SavedProject> {
  const facts = newFacts(wanted);
  requireEmbeddable(facts.embedUrl, await embedHosts());
  const status: AvailabilityStatus = wanted.status ?? "AVAILABLE";
  return await once(db, async (tx) => {
    const projectId = await guardProject(store.insertProject(tx, facts, status));
    const labels = wanted.labels ?? [];
    await requirePastDates(tx, labels);
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
 * Applies all changes or none. Refuses with NOT_FOUND; with VERSION_CONFLICT if the project or one of the
 * vintages has changed meanwhile; with VALIDATION_FAILED as for a new project.
 */
export async function changeProject(
  db: Db,
  embedHosts: EmbedHosts,
  { id: projectId, actor, once }: SaveContext & { id: number },
  version: number,
  wanted: WantedProject,
  vintages: { added: readonly NewVintage[]; changed: readonly ChangedVintage[] },
): Promise<SavedProject> {
  const hosts = await embedHosts();
  return await once(db, async (tx) => {
    const before = (await store.lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    if (before.version !== version) {
      return await refuseChanged(tx, { type: "project", id: projectId });
    }
    // A page allowed before may stay: it is shown as a link.
    const { embedUrl = before.facts.embedUrl } = wanted;
    if (embedUrl !== before.facts.embedUrl) requireEmbeddable(embedUrl, hosts);
    await changeFields(tx, actor, projectId, before, wanted);
    const rows = [...vintages.changed.entries()];
    // In id order, the order in which several vintages are always locked.
    for (const [place, { id, ...row }] of rows.sort(([, a], [, b]) => a.id - b.id)) {
      const work = alterVintage(tx, actor, projectId, id, row);
      await guardRow(`changedVintages.${place}`, work, { NOT_FOUND: "VERSION_CONFLICT" });
    }
    return { projectId, newVintageIds: await addAll(tx, actor, projectId, vintages.added) };
  });
}

/** Adds an operator's entry to the public history. Refuses with NOT_FOUND. */
export async function addHistory(
  tx: Tx,
  actor: Actor,
  projectId: number,
  text: string,
): Promise<void> {
  const { facts } = (await store.lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
  await recordChange(tx, projectId, text);
  const thing = { type: "project", id: projectId, name: facts.name };
  await recordAudit(tx, actor, { action: "project.note", thing, after: { change: text } });
}

/**
 * Deletes a project. Refuses with IN_USE and some of what references it: orders, carts, reports, vintages that had credits.
 */
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
    const fileIds = await refuseIfReferenced(store.removeProject(tx, projectId));
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

/** Refuses with VALIDATION_FAILED for a label dated in the future. */
async function requirePastDates(tx: Tx, labels: readonly LabelFacts[]): Promise<void> {
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
    await requirePastDates(tx, wantedLabels);
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

/** Returns the ids of the new vintages, in their order. */
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
