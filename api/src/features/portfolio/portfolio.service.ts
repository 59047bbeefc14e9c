import type { CreditType } from "@tonneline/contract/catalogue";
import type { Holding, Portfolio } from "@tonneline/contract/portfolio";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { euros } from "../../core/money.ts";
import { notify } from "../notifications/notifications.service.ts";
import {
  addPurchased as insertPurchased,
  holdingsOf,
  lockHolding as lockHoldingRow,
  moveHeld as moveHeldRow,
  quartersOf,
  retirementCounts,
  spentBy,
  takeUpCreditType,
  type Holding as Held,
  type HoldingRow,
} from "./holdings.sql.ts";
import { runningTotals } from "./portfolio.rules.ts";

/** Adds bought tonnes to what a buyer holds, in the transaction that delivers them; before any stock is locked. */
export async function addPurchased(
  tx: Tx,
  userId: number,
  bought: readonly { vintageId: number; quantity: number; creditType: string }[],
): Promise<void> {
  await insertPurchased(tx, userId, bought);
}

/** What a buyer holds of a vintage, locked until the transaction ends; undefined when nothing. */
export function lockHolding(tx: Tx, userId: number, vintageId: number): Promise<Held | undefined> {
  return lockHoldingRow(tx, userId, vintageId);
}

/** Moves tonnes of a locked holding between available, in progress and retired. */
export async function moveHeld(
  tx: Tx,
  userId: number,
  vintageId: number,
  change: { inProgress: number; retired: number },
): Promise<void> {
  await moveHeldRow(tx, userId, vintageId, change);
}

/** What a buyer bought and paid, holds and retired, with the series for charts. */
export async function portfolioOf(db: Db, userId: number): Promise<Portfolio> {
  const [rows, changes, spentCents, retirements] = await Promise.all([
    holdingsOf(db, userId),
    quartersOf(db, userId),
    spentBy(db, userId),
    retirementCounts(db, userId),
  ]);
  const holdings = rows.map(holdingView);
  const sum = (key: "purchased" | "inProgress" | "retired" | "available") =>
    holdings.reduce((total, holding) => total + holding[key], 0);
  return {
    holdings,
    totals: {
      purchased: sum("purchased"),
      inProgress: sum("inProgress"),
      retired: sum("retired"),
      available: sum("available"),
      projects: new Set(rows.map((row) => row.projectId)).size,
      ...retirements,
      spent: euros(spentCents),
    },
    series: { quarters: runningTotals(changes, new Date()), projectTypes: byProjectType(holdings) },
  };
}

/** Every holding of a buyer, by project and then from the latest year on. */
export async function* holdingList(db: Db, userId: number) {
  for (const row of await holdingsOf(db, userId)) yield holdingView(row);
}

function holdingView(row: HoldingRow): Holding {
  const { registryId, registryName, typeId, typeName, creditType, ...rest } = row;
  return {
    ...rest,
    creditType: creditType as CreditType,
    registry: { id: registryId, name: registryName },
    projectType: { id: typeId, name: typeName },
    available: row.purchased - row.inProgress - row.retired,
  };
}

function byProjectType(holdings: Holding[]) {
  const groups = Map.groupBy(holdings, (holding) => holding.projectType.id);
  return [...groups.values()]
    .map((group) => ({
      ...group[0]!.projectType,
      purchased: group.reduce((total, each) => total + each.purchased, 0),
      available: group.reduce((total, each) => total + each.available, 0),
      retired: group.reduce((total, each) => total + each.retired, 0),
    }))
    .toSorted((a, b) => b.purchased - a.purchased || a.name.localeCompare(b.name));
}

/** Tells everybody who holds a vintage that its credits are now ex-post or ex-ante; once each. */
export async function tellCreditType(db: Db, vintageId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const holders = await takeUpCreditType(tx, vintageId);
    await notify(
      tx,
      holders.map(({ userId, creditType, year, projectId, projectName }) => ({
        userId,
        code:
          creditType === "EX_POST"
            ? "portfolio.vintage.credit.ex-post"
            : "portfolio.vintage.credit.ex-ante",
        facts: { projectId, projectName, year },
      })),
    );
  });
}
