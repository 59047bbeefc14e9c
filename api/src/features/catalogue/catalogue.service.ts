import { z } from "zod";
import type {
  AvailabilityStatus,
  ClaimType,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import type { Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { addJob, job } from "../../core/jobs.ts";
import { deliveryText, statusChangeText, vintageChangeTexts } from "./changes.rules.ts";
import * as store from "./changes.sql.ts";
import { priceLists } from "./feed.sql.ts";
import { refreshListings, publishListings } from "./listings.service.ts";

export { recordChange, recordPrices } from "./changes.sql.ts";

/** Posted when a vintage's terms of sale or price changed. */
export const vintageChanged = job("vintage.changed", z.object({ vintageId: z.int() }));
/** Posted when the expected delivery of credits changed; both values are display texts. */
export const deliveryChanged = job(
  "vintage.delivery",
  z.object({ vintageId: z.int(), before: z.string(), after: z.string() }),
);
/** Posted when a project's availability or visibility changed. */
export const projectChanged = job("project.changed", z.object({ projectId: z.int() }));

/** Posted when company-specific prices changed, or start or end today. */
export const ownPricesChanged = job(
  "prices.own.changed",
  z.object({ companyIds: z.array(z.int()) }),
);

/** The fields of a vintage to change; absent fields stay as they are. */
export interface VintageChange {
  year?: number;
  /** 1 to 100,000,000; null: price on request. */
  priceCents?: number | null;
  claimType?: ClaimType;
  impactType?: ImpactType;
  creditType?: CreditType;
  status?: "ACTIVE" | "WITHDRAWN";
  methodology?: string;
  /** Calendar dates; null: the whole year. */
  periodStart?: string | null;
  periodEnd?: string | null;
  /** A quarter such as 2027-Q4. */
  expectedDelivery?: string | null;
  deliveryState?: "ON_SCHEDULE" | "LATE" | "NOT_ISSUED";
  deliveryNote?: string;
}

/** Notifies servers and carts, when the transaction commits, that these companies' prices changed. */
export async function publishOwnPrices(tx: Tx, companyIds: readonly number[]): Promise<void> {
  if (companyIds.length === 0) return;
  await publishListings(tx, [priceLists]);
  await addJob(tx, ownPricesChanged, { companyIds: [...companyIds] });
}

/**
 * Changes a vintage, its project's listing and its history, and posts the job `vintageChanged`. Returns
 * false without doing anything if nothing differs. Refuses with NOT_FOUND for an unknown vintage.
 */
export async function changeVintage(
  tx: Tx,
  vintageId: number,
  change: VintageChange,
): Promise<boolean> {
  const before = (await store.lockVintage(tx, vintageId)) ?? refuse("NOT_FOUND");
  const after = { ...before, ...change };
  const texts = vintageChangeTexts(before, after);
  if (texts.length === 0) return false;
  await store.updateVintage(tx, vintageId, after);
  if (before.priceCents !== after.priceCents) await store.recordPrices(tx, [vintageId]);
  for (const text of texts) await store.recordChange(tx, before.projectId, text);
  await refreshListings(tx, [before.projectId]);
  await addJob(tx, vintageChanged, { vintageId });
  const [textBefore, textAfter] = [deliveryText(before), deliveryText(after)];
  if (after.creditType === "EX_ANTE" && textBefore !== textAfter)
    await addJob(tx, deliveryChanged, { vintageId, before: textBefore, after: textAfter });
  return true;
}

/**
 * Sets a project's status, updates its listing and history, and posts the job `projectChanged`. A
 * no-op if the project already has that status. Refuses with NOT_FOUND for an unknown project.
 */
export async function setProjectStatus(
  tx: Tx,
  projectId: number,
  status: AvailabilityStatus,
): Promise<void> {
  const before = (await store.lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
  if (before.status === status) return;
  await store.updateStatus(tx, projectId, status);
  await store.recordChange(tx, projectId, statusChangeText(before.status, status));
  await refreshListings(tx, [projectId]);
  await addJob(tx, projectChanged, { projectId });
}
