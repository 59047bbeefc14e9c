import { randomBytes } from "node:crypto";
import {
  blocksOf,
  completion,
  retirementDecisions,
  type Completion,
} from "@tonneline/contract/managedRetirements";
import { dayOf, requirePastMoment, today } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { decide, type DecisionContext, type Outcome, type Subject } from "../../core/decisions.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { addJob } from "../../core/jobs.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { buyersOf } from "../accounts/users.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { moveHeld } from "../portfolio/portfolio.service.ts";
import { newCertificateNumber, randomLetters } from "./certificates.rules.ts";
import { saveEntry, needsSecondPerson, usesOf } from "./completing.sql.ts";
import { certificateMake, movementOf, productOf, retirements } from "./retirements.service.ts";
import { productsOf, type Decided, type LockedRetirement } from "./retirements.sql.ts";
import { numberedBlocks, type NumberedBlock } from "./serials.rules.ts";
import { usedBefore } from "./serials.service.ts";

type Draw = () => Uint8Array;
const drawn: Draw = () => randomBytes(randomLetters);

const withEntry = {
  thing: retirements.audited.thing,
  facts: (row: LockedRetirement) => ({ ...retirements.audited.facts(row), entered: row.entered }),
};

/**
 * Records what the registry has retired: the retirement becomes RETIRED and a job makes its certificate; if a second person is
 * required, it stays in progress until `confirmRetirement`. VALIDATION_FAILED for serial numbers of another format or count and
 * for a day before the credits' year, IN_USE for an overlap with another retirement, INVALID_TRANSITION also for credits whose
 * vintage is set to expected again. `draw` provides the random bytes of the certificate's number.
 */
export async function completeRetirement(
  db: Db,
  context: DecisionContext,
  entry: Completion,
  draw = drawn,
): Promise<void> {
  await requirePastMoment(db, "retiredAt", new Date(entry.retiredAt));
  const complete = { name: "complete", decision: retirementDecisions.complete, body: entry };
  await withNewNumber(db, async (tx) => {
    if (await needsSecondPerson(tx)) return await enter(tx, context, entry);
    return await decide(tx, retirements, complete, context, (row) =>
      completed(tx, row, context, entry, draw),
    );
  });
}

/**
 * Completes a retirement with what another operator entered, as of `context.version`: nothing is confirmed unseen.
 * INVALID_TRANSITION if nothing was entered, FORBIDDEN for the operator who entered it, IN_USE if its numbers were retired
 * meanwhile.
 */
export async function confirmRetirement(db: Db, context: DecisionContext): Promise<void> {
  const { version } = context;
  const request = { name: "confirm", decision: retirementDecisions.confirm, body: { version } };
  const subject = { ...retirements, audited: withEntry };
  await withNewNumber(db, (tx) =>
    decide(tx, subject, request, context, (row) => {
      if (row.entered === null) return refuse("INVALID_TRANSITION", { detail: nothingEntered });
      if (row.entered_by === context.actor.userId) refuse("FORBIDDEN", { detail: ownEntry });
      return completed(tx, row, context, completion.parse(row.entered), drawn);
    }),
  );
}

const nothingEntered = "Nobody has entered its serial numbers yet.";
const ownEntry = "You entered these serial numbers yourself: another operator has to confirm them.";

/** Saves an operator's entry until another operator confirms it; replaces any earlier entry. */
async function enter(tx: Tx, context: DecisionContext, entry: Completion): Promise<unknown> {
  const entries: Subject<LockedRetirement, Completion> = {
    ...retirements,
    move: saveEntry,
    audited: withEntry,
  };
  const stays = { transitions: { RETIREMENT_IN_PROGRESS: "RETIREMENT_IN_PROGRESS" } } as const;
  const entered = { name: "enter", decision: stays, body: entry };
  return await decide(tx, entries, entered, context, async (row) => {
    await numbered(tx, row, entry);
    return { change: entry };
  });
}

/** Applies a completion, after the final checks. */
async function completed(
  tx: Tx,
  row: LockedRetirement,
  context: DecisionContext,
  entry: Completion,
  draw: Draw,
): Promise<Outcome<LockedRetirement, Decided>> {
  const { id, quantity } = row;
  const blocks = await numbered(tx, row, entry);
  const issuedOn = await today(tx);
  await moveHeld(tx, row.company_id, row.vintage_id, { inProgress: -quantity, retired: quantity });
  await postMovements(tx, [movementOf("RETIRE", row, context.actor.userId, "retired")]);
  const { projectName, year } = productOf(row);
  const facts = { retirementId: id, projectId: row.project_id, projectName, year };
  const after = async () => {
    const notification = {
      code: "portfolio.retirement.completed" as const,
      facts: { ...facts, credits: quantity },
    };
    const buyers = await buyersOf(tx, row);
    await notify(
      tx,
      buyers.map(({ userId }) => ({ userId, ...notification })),
    );
    await addJob(tx, certificateMake, { retirementId: id });
  };
  const { registryUrl } = entry;
  const retiredAt = new Date(entry.retiredAt);
  const certificateNumber = newCertificateNumber(Number(issuedOn.slice(0, 4)), draw());
  return { change: { completed: { blocks, registryUrl, retiredAt, certificateNumber } }, after };
}

/** Returns the numbered blocks of an entry; refuses what the registry cannot have retired. */
async function numbered(
  tx: Tx,
  row: LockedRetirement,
  entry: Completion,
): Promise<NumberedBlock[]> {
  const vintage = (await productsOf(tx, [row.vintage_id])).get(row.vintage_id)!;
  if (vintage.creditType === "EX_ANTE") refuse("INVALID_TRANSITION", { detail: expectedAgain });
  const blocks = numberedBlocks(row.registryCode, blocksOf(entry), row.quantity);
  if ("field" in blocks) {
    const { index, field, message } = blocks;
    const path = entry.blocks ? `blocks.${index}.${field}` : field;
    return refuseField(path, message);
  }
  const { year } = productOf(row);
  if ((await dayOf(tx, new Date(entry.retiredAt))) < `${year}-01-01`) {
    return refuseField(
      "retiredAt",
      `These are credits of ${year}: none can have been retired before`,
    );
  }
  const [use] = await usesOf(tx, [{ id: row.id, registryId: row.registry_id, blocks }]);
  if (use) return refuse("IN_USE", { detail: usedBefore(use) });
  return blocks;
}

const expectedAgain =
  "Since this was requested, its vintage has been set to expected. Set it to issued first, or decline the request.";

/** Runs `work` in a transaction; retries once if the certificate number drawn is taken, which happens once in many years. */
async function withNewNumber(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await inTransaction(db, work)
    .catch(async (error: unknown) => {
      if (constraintOf(error) !== "retirements_certificate_number_key") throw error;
      await inTransaction(db, work);
    })
    .catch((error: unknown) => {
      if (constraintOf(error) !== "serials_once") throw error;
      refuse("IN_USE", {
        detail: "These serial numbers overlap with those of another retirement.",
      });
    });
}

const constraintOf = (error: unknown) => (error as { constraint?: string }).constraint;
