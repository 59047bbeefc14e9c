import { randomBytes } from "node:crypto";
import type { z } from "zod";
import {
  retirementLeadsTo,
  type newRetirement,
  type RetirementDecision,
  type RetirementStatus,
} from "@tonneline/contract/retirements";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { databaseNow, inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { earlierAnswer, keepAnswer } from "../../core/idempotency.ts";
import { addJob } from "../../core/jobs.ts";
import { postMovements, type Movement } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { lockHolding, moveHeld } from "../portfolio/portfolio.service.ts";
import { mailRetirementDeclined, mailRetirementRequested } from "./retirements.mails.ts";
import * as store from "./retirements.sql.ts";
import { serialRange } from "./serials.rules.ts";

export type NewRetirement = z.output<typeof newRetirement>;

export interface Serials {
  serialNumberFrom: string;
  serialNumberTo: string;
  registryUrl: string;
  retiredAt: Date;
}

interface Acting {
  actorId: number;
  idempotencyKey: string | undefined;
}

interface Deciding extends Acting {
  /** The same person, as the audit log names him. */
  actor: Actor;
}

export type Retirements = ReturnType<typeof createRetirements>;

export function createRetirements(db: Db) {
  /**
   * Takes tonnes from the available holding at once and asks the operators to retire them; answers the retirement's id.
   * NOT_FOUND without a holding, INSUFFICIENT_CREDITS with what is available, INVALID_TRANSITION for ex-ante credits.
   */
  async function request(
    wanted: NewRetirement,
    { actorId, idempotencyKey }: Acting,
  ): Promise<number> {
    return await inTransaction(db, async (tx) => {
      const { vintageId, quantity } = wanted;
      const holding = (await lockHolding(tx, actorId, vintageId)) ?? refuse("NOT_FOUND");
      const call = idempotencyKey && {
        userId: actorId,
        endpoint: "request retirement",
        key: idempotencyKey,
        body: wanted,
      };
      const earlier = call && (await earlierAnswer(tx, call));
      if (earlier) return (earlier as { id: number }).id;

      const { projectId, registryId, creditType, product } = (await store.productOf(
        tx,
        vintageId,
      ))!;
      if (creditType === "EX_ANTE") {
        return refuse("INVALID_TRANSITION", {
          detail: "Ex-ante credits are not issued yet. They can be retired when they are ex-post.",
        });
      }
      const available = holding.purchased - holding.inProgress - holding.retired;
      if (quantity > available) return refuse("INSUFFICIENT_CREDITS", { available });
      await moveHeld(tx, actorId, vintageId, { inProgress: quantity, retired: 0 });
      const id = await store.insertRetirement(tx, {
        user_id: actorId,
        vintage_id: vintageId,
        project_id: projectId,
        registry_id: registryId,
        quantity,
        beneficiary_name: wanted.beneficiaryName,
        purpose: wanted.purpose,
        message: wanted.message ?? null,
        period_from: wanted.periodFrom ?? null,
        period_to: wanted.periodTo ?? null,
        unnamed: wanted.unnamed ?? false,
        product: JSON.stringify(product),
      });
      await postMovements(tx, [
        movement(
          "RETIRE_REQUEST",
          { id, vintageId, quantity, ownerId: actorId, actorId },
          "requested",
        ),
      ]);
      const { projectName, year } = product;
      const facts = { retirementId: id, projectId, projectName, year, credits: quantity };
      await notify(tx, [{ userId: actorId, code: "portfolio.retirement.requested", facts }]);
      await mailRetirementRequested(tx, actorId, { id, quantity, product });
      if (call) await keepAnswer(tx, call, { id });
      return id;
    });
  }

  async function decide(
    decision: RetirementDecision,
    retirementId: number,
    { actorId, actor, idempotencyKey }: Deciding,
    body: object,
    work: (tx: Tx, retirement: store.LockedRetirement) => Promise<void>,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const retirement = (await store.lockRetirement(tx, retirementId)) ?? refuse("NOT_FOUND");
      const endpoint = `${decision} retirement ${retirementId}`;
      const call = idempotencyKey && { userId: actorId, endpoint, key: idempotencyKey, body };
      if (call && (await earlierAnswer(tx, call))) return;
      const to = retirementLeadsTo[retirement.status as RetirementStatus][decision];
      if (!to) return refuse("INVALID_TRANSITION");
      await work(tx, retirement);
      const { projectName } = retirement.product as unknown as store.RetiredProduct;
      await noteAudit(tx, actor, {
        action: `retirement.${decision}`,
        thing: { type: "retirement", id: retirementId, name: projectName },
        before: auditedFacts(retirement),
        after: auditedFacts((await store.lockRetirement(tx, retirementId))!),
      });
      if (call) await keepAnswer(tx, call, { status: to });
    });
  }

  /**
   * Enters what the registry retired: RETIRED, with a certificate made by a job. VALIDATION_FAILED when the serial
   * numbers are not of the registry's format or do not number the tonnes, IN_USE when they overlap with another retirement.
   */
  async function complete(retirementId: number, serials: Serials, acting: Deciding): Promise<void> {
    if (serials.retiredAt.getTime() > (await databaseNow(db)).getTime() + 60_000) {
      refuse("VALIDATION_FAILED", {
        fieldErrors: [{ path: "retiredAt", message: "This date is in the future" }],
      });
    }
    await decide("complete", retirementId, acting, serials, async (tx, retirement) => {
      const { serialNumberFrom, serialNumberTo } = serials;
      const { quantity, registryCode } = retirement;
      const range = serialRange(registryCode, serialNumberFrom, serialNumberTo, quantity);
      if ("field" in range) {
        const fieldErrors = [{ path: range.field, message: range.message }];
        return refuse("VALIDATION_FAILED", { fieldErrors });
      }
      await moveHeld(tx, retirement.user_id, retirement.vintage_id, {
        inProgress: -quantity,
        retired: quantity,
      });
      await postMovements(tx, [movement("RETIRE", of(retirement, acting.actorId), "retired")]);
      await writeCompletion(tx, {
        retirementId,
        actorId: acting.actorId,
        ...serials,
        range,
        // 128 bits that nobody guesses: the certificate's public page has no other lock.
        certificateNumber: randomBytes(16).toString("hex"),
      });
      const { projectName, year } = retirement.product as unknown as store.RetiredProduct;
      const facts = {
        retirementId,
        projectId: retirement.project_id,
        projectName,
        year,
        credits: quantity,
      };
      await notify(tx, [
        { userId: retirement.user_id, code: "portfolio.retirement.completed", facts },
      ]);
      await addJob(tx, "certificate.make", { retirementId });
    });
  }

  /** Declines with a reason: the credits return to the holding. */
  async function decline(retirementId: number, reason: string, acting: Deciding): Promise<void> {
    await decide("decline", retirementId, acting, { reason }, async (tx, retirement) => {
      const { user_id: userId, vintage_id: vintageId, quantity } = retirement;
      await moveHeld(tx, userId, vintageId, { inProgress: -quantity, retired: 0 });
      await postMovements(tx, [
        movement("RETIRE_RETURN", of(retirement, acting.actorId), "declined"),
      ]);
      if (!(await store.declineRow(tx, retirementId, acting.actorId, reason))) {
        refuse("INVALID_TRANSITION");
      }
      const product = retirement.product as unknown as store.RetiredProduct;
      const declined = { id: retirementId, quantity, product };
      await mailRetirementDeclined(tx, userId, declined, reason);
    });
  }

  return { request, complete, decline };
}

/** Has retirements found by the username that their buyer has now: it changes when the account is erased. */
export async function followUsername(tx: Tx, userId: number): Promise<void> {
  await store.copyUsername(tx, userId);
}

/** What a decision can change. The certificate's number is left out: whoever has it reads the public page. */
function auditedFacts(retirement: store.LockedRetirement) {
  return {
    status: retirement.status,
    serialNumberFrom: retirement.serial_number_from,
    serialNumberTo: retirement.serial_number_to,
    registryUrl: retirement.registry_url,
    retiredAt: retirement.retired_at,
    declineReason: retirement.decline_reason,
  };
}

async function writeCompletion(tx: Tx, completion: store.Completion): Promise<void> {
  try {
    if (!(await store.completeRow(tx, completion))) refuse("INVALID_TRANSITION");
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "serials_once") throw error;
    refuse("IN_USE", { detail: "These serial numbers overlap with those of another retirement." });
  }
}

interface Moved {
  id: number;
  vintageId: number;
  quantity: number;
  ownerId: number;
  actorId: number;
}

function of(retirement: store.LockedRetirement, actorId: number): Moved {
  const { id, vintage_id: vintageId, quantity, user_id: ownerId } = retirement;
  return { id, vintageId, quantity, ownerId, actorId };
}

function movement(kind: Movement["kind"], { id, ...moved }: Moved, what: string): Movement {
  return { kind, ...moved, retirementId: id, reason: `retirement ${id} ${what}` };
}
