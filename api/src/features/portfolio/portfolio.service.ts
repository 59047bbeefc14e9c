import type { ClaimType, CreditType } from "@tonneline/contract/catalogue";
import { deliveryStateOf } from "@tonneline/contract/delivery";
import type { Holding, PortfolioSummary } from "@tonneline/contract/portfolio";
import { today } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { euros } from "../../core/money.ts";
import { reading } from "../../core/replica.ts";
import { limitConcurrency } from "../../core/concurrency.ts";
import { notify } from "../notifications/notifications.service.ts";
import {
  holdersOf,
  lockHoldings,
  mergeHoldings as mergeHoldingRows,
  syncCreditType,
  type Holding as Held,
  type Whose,
} from "./holdings.sql.ts";
import {
  holdingPage,
  holdingStream,
  type HoldingFilter,
  type HoldingRow,
} from "./holdingList.sql.ts";
import { mergeTargets } from "./targets.sql.ts";
import { runningTotals } from "./portfolio.rules.ts";
import { heldByLabel, heldSums, paidByYear, quartersOf, retirementCounts } from "./summary.sql.ts";

export {
  addPurchased,
  lockHoldings,
  moveHeld,
  takeForRetirement,
  takePurchased,
} from "./holdings.sql.ts";

// For the largest companies a portfolio takes half a second of CPU and megabytes: running more at once is no faster.
const wholeOnes = limitConcurrency(2);
const pieceLength = 64 * 1024;

/** Locks a company's holding of a vintage until the transaction ends; undefined if there is none. */
export async function lockHolding(
  tx: Tx,
  companyId: number,
  vintageId: number,
): Promise<Held | undefined> {
  return (await lockHoldings(tx, companyId, [vintageId])).get(vintageId);
}

/** Merges the holdings and targets of one company into another's, after its orders and retirements were moved. */
export async function mergeHoldings(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await mergeHoldingRows(tx, fromId, intoId);
  await mergeTargets(tx, fromId, intoId);
}

/**
 * Returns a company's purchases, payments, holdings and retirements, with the series for charts: a `Portfolio` as JSON. Of
 * thousands of holdings only some at a time are in memory, apart from the written JSON.
 */
export function portfolioOf(db: Db, whose: Whose): Promise<Buffer> {
  // Wraps `reading`, which gives up on an unresponsive replica, so that the slot is released.
  return wholeOnes(() => reading(db, (reads) => inSnapshot(reads, (tx) => written(tx, whose))));
}

async function written(tx: Tx, whose: Whose): Promise<Buffer> {
  const summary = await summaryIn(tx, whose);
  const pieces: Buffer[] = [];
  let text = '{"holdings":[';
  let comma = "";
  for await (const row of holdingStream(tx, whose)) {
    text += comma + JSON.stringify(holdingView(row));
    comma = ",";
    if (text.length < pieceLength) continue;
    pieces.push(Buffer.from(text));
    text = "";
  }
  pieces.push(Buffer.from(`${text}],${JSON.stringify(summary).slice(1)}`));
  return Buffer.concat(pieces);
}

/** The same without the individual holdings. */
export function portfolioSummaryOf(db: Db, whose: Whose): Promise<PortfolioSummary> {
  return inSnapshot(db, (tx) => summaryIn(tx, whose));
}

/** Reads in a single snapshot, so that the figures of several statements are consistent with each other. */
function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(read);
}

async function summaryIn(executor: Executor, whose: Whose): Promise<PortfolioSummary> {
  const held = await heldSums(executor, whose);
  const labels = await heldByLabel(executor, whose);
  const changes = await quartersOf(executor, whose);
  const years = await paidByYear(executor, whose);
  const { oldestRequestAt, ...retirements } = await retirementCounts(executor, whose);
  const day = await today(executor);
  const all = held.find(({ typeId, claimType, year }) => !typeId && !claimType && !year)!;
  const { purchased, inProgress, retired, available, availableExAnte, vintages, projects } = all;
  const { expectedFrom, expectedTo } = all;
  return {
    totals: {
      purchased,
      inProgress,
      retired,
      available,
      availableExAnte,
      vintages,
      projects,
      expectedFrom,
      expectedTo,
      ...retirements,
      oldestRequestAt: oldestRequestAt?.toISOString() ?? null,
      spent: euros(years.reduce((sum, { cents }) => sum + cents, 0)),
      issuedCost: euros(all.issuedCents),
    },
    series: {
      quarters: runningTotals(changes, { today: day, available, expected: availableExAnte }),
      ...seriesOf(held),
      labels,
      years: years.map(({ year, cents, tonnes }) => ({
        year,
        purchased: tonnes,
        spent: euros(cents),
      })),
    },
  };
}

function seriesOf(held: Awaited<ReturnType<typeof heldSums>>) {
  return {
    projectTypes: held.flatMap(({ typeId: id, typeName: name, ...sums }) => {
      const { purchased, expected, available, retired } = sums;
      return id && name ? [{ id, name, purchased, expected, available, retired }] : [];
    }),
    claims: held.flatMap(({ claimType, purchased, expected }) =>
      claimType ? [{ claimType, purchased, expected }] : [],
    ),
    vintages: held
      .flatMap(({ year, purchased, expected }) => (year ? [{ year, purchased, expected }] : []))
      .toSorted((a, b) => b.year - a.year),
  };
}

/** Streams every holding of a company, by project and then latest year first. */
export async function* holdingList(db: Db, whose: Whose) {
  for await (const row of holdingStream(db, whose)) yield holdingView(row);
}

/** Returns a page of a company's holdings, the number found, their groups, and the years of all holdings. */
export async function holdingsOf(
  db: Db,
  whose: Whose,
  filter: HoldingFilter & { page: number; size: number },
) {
  const { rows, ...all } = await holdingPage(db, whose, filter);
  return { holdings: rows.map(holdingView), ...all };
}

function holdingView(row: HoldingRow): Holding {
  const { registryId, registryName, typeId, typeName, creditType, claimType, cents, ...rest } = row;
  return {
    ...rest,
    creditType: creditType as CreditType,
    claimType: claimType as ClaimType,
    cost: euros(cents),
    deliveryState: deliveryStateOf(row),
    registry: { id: registryId, name: registryName },
    projectType: { id: typeId, name: typeName },
  };
}

/** Notifies every holder of a vintage that its credits are now ex-post or ex-ante; once each. */
export async function notifyOfCreditType(db: Db, vintageId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const holders = await syncCreditType(tx, vintageId);
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

/** Notifies every holder of a vintage that its expected delivery has changed; `before` and `after` are in words. */
export async function notifyOfDelivery(
  db: Db,
  { vintageId, before, after }: { vintageId: number; before: string; after: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const holders = await holdersOf(tx, vintageId);
    await notify(
      tx,
      holders.map(({ userId, year, projectId, projectName }) => ({
        userId,
        code: "portfolio.vintage.delivery.changed" as const,
        facts: { projectId, projectName, year, before, after },
      })),
    );
  });
}
