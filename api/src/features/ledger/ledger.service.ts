import type { RawBuilder } from "kysely";
import type { Tx } from "../../core/db.ts";
import {
  insertingMovements,
  lockAvailable,
  type Account,
  type MovementKind,
  type MovementRow,
} from "./ledger.sql.ts";

export { closeProject, closeVintage, holdingDifferences, lockAvailable } from "./ledger.sql.ts";

/** A movement of whole tonnes of one vintage. The accounts follow from the kind; an ADJUST takes a signed quantity. */
export interface Movement {
  kind: MovementKind;
  vintageId: number;
  /** Tonnes, positive; for ADJUST a negative quantity withdraws credits from sale. */
  quantity: number;
  /** The buyer whose cart, order or retirement it is. */
  ownerId?: number;
  /** The company whose holding changes; required for every movement that changes one. */
  companyId?: number;
  orderId?: number;
  retirementId?: number;
  /** The user who caused it; absent if it was the system. */
  actorId?: number;
  reason: string;
}

const accounts: Record<Exclude<MovementKind, "ADJUST">, [from: Account, to: Account]> = {
  ISSUE: ["OUTSIDE", "AVAILABLE"],
  RESERVE: ["AVAILABLE", "RESERVED"],
  RELEASE: ["RESERVED", "AVAILABLE"],
  COMMIT: ["RESERVED", "COMMITTED"],
  RETURN: ["COMMITTED", "AVAILABLE"],
  DELIVER: ["COMMITTED", "HELD"],
  TAKE_BACK: ["HELD", "AVAILABLE"],
  UNDELIVER: ["HELD", "COMMITTED"],
  RETIRE_REQUEST: ["HELD", "RETIRING"],
  RETIRE: ["RETIRING", "RETIRED"],
  RETIRE_RETURN: ["RETIRING", "HELD"],
};

/**
 * Appends movements to the ledger; a database trigger updates the stock counts. Movements of 0 tonnes are
 * skipped. The database rejects any that would make a count negative (isShortfall): the caller checks first.
 */
export async function postMovements(tx: Tx, movements: readonly Movement[]): Promise<void> {
  const rows = rowsOf(movements);
  if (rows.length > 0) await insertingMovements(rows).execute(tx);
}

/** Puts reserved credits back on sale, with their stock locked first, all at once. */
export async function releaseCredits(
  tx: Tx,
  reserved: readonly Omit<Movement, "kind">[],
): Promise<void> {
  await lockAvailable(
    tx,
    reserved.map(({ vintageId }) => vintageId),
  );
  await postMovements(
    tx,
    reserved.map((each) => ({ ...each, kind: "RELEASE" })),
  );
}

/** `postMovements` as part of the caller's statement, to save a round trip. */
export function movementsStatement(movements: readonly Movement[]): RawBuilder<unknown> {
  return insertingMovements(rowsOf(movements));
}

/** Whether movements were rejected because they needed more credits than were available. */
export function isShortfall(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23514" && constraint === "vintage_stock_available_check";
}

function rowsOf(movements: readonly Movement[]): MovementRow[] {
  return movements
    .filter((movement) => movement.quantity !== 0)
    .map((movement) => {
      const [fromAccount, toAccount] = accountsOf(movement);
      return {
        vintageId: movement.vintageId,
        kind: movement.kind,
        fromAccount,
        toAccount,
        quantity: Math.abs(movement.quantity),
        ownerId: movement.ownerId ?? null,
        companyId: movement.companyId ?? null,
        orderId: movement.orderId ?? null,
        retirementId: movement.retirementId ?? null,
        actorId: movement.actorId ?? null,
        reason: movement.reason,
      };
    });
}

function accountsOf(movement: Movement): [Account, Account] {
  if (movement.kind !== "ADJUST") return accounts[movement.kind];
  return movement.quantity > 0 ? ["OUTSIDE", "AVAILABLE"] : ["AVAILABLE", "OUTSIDE"];
}
