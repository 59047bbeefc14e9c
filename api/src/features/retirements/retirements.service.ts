import { z } from "zod";
import { retirementDecisions } from "@tonneline/contract/managedRetirements";
import { withdrawal } from "@tonneline/contract/retirements";
import { recordAudit } from "../../core/audit.ts";
import { bulkJob } from "../../core/bulk.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { decide, type DecisionContext, type Subject } from "../../core/decisions.ts";
import { refuse } from "../../core/errors.ts";
import { job } from "../../core/jobs.ts";
import { buyersOf } from "../accounts/users.service.ts";
import { postMovements, type Movement } from "../ledger/ledger.service.ts";
import { moveHeld } from "../portfolio/portfolio.service.ts";
import { mailRetirementDeclined } from "./retirements.mails.ts";
import * as store from "./retirements.sql.ts";

export { lockRetirementsOf, moveRetirements } from "./retirements.sql.ts";

/** Makes the certificate of a completed retirement and mails it to the buyers. */
export const certificateMake = job("certificate.make", z.object({ retirementId: z.int() }));

/** Applies a decision to many retirements. */
export const decideRetirements = bulkJob("retirements.decide");

/** Retirements as the subject of decisions by operators and buyers. */
export const retirements = {
  name: "retirement",
  lock: store.lockRetirement,
  move: store.moveRetirement,
  whyNot: (tx: Tx, { id }: store.LockedRetirement) => store.lastStep(tx, id),
  audited: {
    thing: (row: store.LockedRetirement) => ({
      type: "retirement",
      id: row.id,
      name: productOf(row).projectName,
    }),
    facts: auditedFacts,
  },
} satisfies Subject<store.LockedRetirement, store.Decided>;

/** Declines with a reason: the credits return to the holding. */
export async function declineRetirement(
  db: Db,
  context: DecisionContext,
  reason: string,
): Promise<void> {
  const request = { name: "decline", decision: retirementDecisions.decline, body: { reason } };
  await inTransaction(db, (tx) =>
    decide(tx, retirements, request, context, async (row) => {
      const { id, quantity } = row;
      await returnToHolding(tx, row, context, "declined");
      const declined = { id, quantity, product: productOf(row) };
      const after = async () => {
        await mailRetirementDeclined(tx, await buyersOf(tx, row), declined, reason);
        await store.eraseBeneficiaries(tx, row.user_id);
      };
      return { change: { declined: reason }, after };
    }),
  );
}

/**
 * Withdraws a retirement of the buyer's own company: the credits return to the holding. NOT_FOUND for another company's,
 * INVALID_TRANSITION once an operator works on it, since the registry may have retired the credits already.
 */
export async function withdrawRetirement(
  db: Db,
  context: DecisionContext,
  companyId: number,
): Promise<void> {
  const own = {
    ...retirements,
    require: (row: store.LockedRetirement) => {
      if (row.company_id !== companyId) refuse("NOT_FOUND");
    },
  };
  await inTransaction(db, (tx) =>
    decide(tx, own, { name: "withdraw", decision: withdrawal }, context, async (row) => {
      if (row.started_at) return refuse("INVALID_TRANSITION", { detail: begun });
      await returnToHolding(tx, row, context, "withdrawn");
      return { change: {}, after: () => store.eraseBeneficiaries(tx, row.user_id) };
    }),
  );
}

const begun = "An operator is already working on this retirement. Contact support to stop it.";

/**
 * Records that an operator works on a retirement, which can no longer be withdrawn then. INVALID_TRANSITION once it is decided.
 */
export async function startRetirement(db: Db, { id, actor }: DecisionContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = (await store.lockRetirement(tx, id)) ?? refuse("NOT_FOUND");
    if (!(await store.startWork(tx, id))) {
      return refuse("INVALID_TRANSITION", { detail: await store.lastStep(tx, id) });
    }
    if (row.started_at) return;
    const thing = retirements.audited.thing(row);
    await recordAudit(tx, actor, { action: "retirement.start", thing });
  });
}

async function returnToHolding(
  tx: Tx,
  row: store.LockedRetirement,
  { actor }: DecisionContext,
  what: string,
): Promise<void> {
  await moveHeld(tx, row.company_id, row.vintage_id, { inProgress: -row.quantity, retired: 0 });
  await postMovements(tx, [movementOf("RETIRE_RETURN", row, actor.userId, what)]);
}

/**
 * Updates the copied username in an erased account's retirements. Those that were declined or withdrawn also lose their
 * beneficiary and message: no remaining document quotes them.
 */
export async function eraseBuyer(tx: Tx, userId: number): Promise<void> {
  await store.refreshRetirementUsernames(tx, userId);
  await store.eraseBeneficiaries(tx, userId);
}

/** Returns the fields that a decision can change, but not the certificate's number, which gives access to the public page. */
function auditedFacts(retirement: store.LockedRetirement) {
  return {
    status: retirement.status,
    serials: retirement.serials,
    registryUrl: retirement.registry_url,
    retiredAt: retirement.retired_at,
    declineReason: retirement.decline_reason,
  };
}

/** Returns the project and vintage as copied into the retirement when it was requested. */
export const productOf = (row: store.LockedRetirement) =>
  row.product as unknown as store.RetiredProduct;

/** Returns the ledger movement of a step of a retirement. */
export function movementOf(
  kind: "RETIRE" | "RETIRE_RETURN",
  { id, vintage_id: vintageId, quantity, user_id, company_id }: store.LockedRetirement,
  actorId: number,
  what: string,
): Movement {
  const whose = { ownerId: user_id, companyId: company_id, retirementId: id };
  return { kind, vintageId, quantity, ...whose, actorId, reason: `retirement ${id} ${what}` };
}
