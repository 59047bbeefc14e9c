import type { CompanyRecord, ManagedCompany } from "@tonneline/contract/companies";
import { refuseChanged, refuseDone } from "../../core/changed.ts";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { cents, euros, eurosOrNone } from "../../core/money.ts";
import { moveMembers } from "../accounts/users.service.ts";
import { movePlans } from "../approvals/planning.service.ts";
import { holdingDifferences } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { moveOrders } from "../orders/orders.service.ts";
import { mergeHoldings } from "../portfolio/portfolio.service.ts";
import { moveRetirements } from "../retirements/retirements.service.ts";
import { moveShortlists } from "../shortlists/shortlists.service.ts";
import { moveVatChecks } from "../vatChecks/vatChecks.service.ts";
import { companyDetailsOf } from "./company.service.ts";
import * as store from "./companies.sql.ts";
import { eInvoicesOf } from "./eInvoices.service.ts";
import { endInvitations, openInvitations } from "./invitations.sql.ts";
import { invitationView } from "./invitations.view.ts";
import { memberView, notifyOwners } from "./members.service.ts";
import { lockCompanies, lockCompany, membersOf } from "./members.sql.ts";

/** A company as operators list it. */
export function companyView(
  row: Omit<ManagedCompany, "paid" | "open" | "createdAt"> & {
    paidCents: number;
    openCents: number;
    createdAt: Date;
  },
): ManagedCompany {
  const { paidCents, openCents, createdAt, ...rest } = row;
  return {
    ...rest,
    paid: euros(paidCents),
    open: euros(openCents),
    createdAt: createdAt.toISOString(),
  };
}

/** A company with who is in it and what it has. NOT_FOUND. */
export async function companyRecordOf(
  executor: Executor,
  companyId: number,
): Promise<CompanyRecord> {
  const row = (await store.companyRecordBy(executor, companyId)) ?? refuse("NOT_FOUND");
  const { blockedReason, creditLimitCents, mergeReason, targetId, targetName, ...listed } = row;
  const { retirements, ...held } = await store.possessionsOf(executor, companyId);
  const { version: _, ...eInvoices } = await eInvoicesOf(executor, companyId);
  return {
    ...companyView(listed),
    details: await companyDetailsOf(executor, companyId),
    eInvoices,
    blockedReason,
    creditLimit: eurosOrNone(creditLimitCents),
    mergedInto: targetId === null ? null : { id: targetId, name: targetName! },
    mergeReason,
    account: accountView(await store.accountOf(executor, companyId)),
    people: (await membersOf(executor, companyId)).map(memberView),
    invitations: (await openInvitations(executor, companyId)).map(invitationView),
    holdings: { ...held, available: held.purchased - held.inProgress - held.retired },
    retirements,
  };
}

function accountView(row: Awaited<ReturnType<typeof store.accountOf>>): CompanyRecord["account"] {
  return {
    ...row,
    invoiced: euros(row.invoiced),
    overdue: euros(row.overdue),
    toApprove: euros(row.toApprove),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    toRefund: euros(row.toRefund),
  };
}

/** VERSION_CONFLICT when somebody was faster, INVALID_TRANSITION for a company that was merged. */
export async function changeCreditLimit(
  db: Db,
  actor: KnownActor,
  companyId: number,
  { creditLimit, version }: { creditLimit: number | null; version: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = (await lockCompany(tx, companyId)) ?? refuse("NOT_FOUND");
    requireOwn(before);
    const limit = creditLimit === null ? null : cents(creditLimit);
    if (!(await store.setCreditLimit(tx, companyId, limit, version))) {
      await refuseChanged(tx, { type: "company", id: companyId });
    }
    await recordAudit(tx, actor, {
      action: "company.limit",
      thing: thingOf(before),
      before: { creditLimit: before.credit_limit_cents && euros(before.credit_limit_cents) },
      after: { creditLimit },
    });
  });
}

/** Blocks with a reason, or lets go without one. INVALID_TRANSITION when it is so already, or the company was merged. */
export async function blockCompany(
  db: Db,
  actor: KnownActor,
  companyId: number,
  reason: string | null,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const company = (await lockCompany(tx, companyId)) ?? refuse("NOT_FOUND");
    requireOwn(company);
    const action = reason === null ? "company.unblock" : "company.block";
    if (!(await store.setCompanyBlocked(tx, companyId, reason))) {
      const done = reason === null ? "unblocked" : "blocked";
      return await refuseDone(tx, { type: "company", id: companyId }, { action, done });
    }
    await recordAudit(tx, actor, {
      action,
      thing: thingOf(company),
      after: { blocked: reason !== null, ...(reason && { reason }) },
    });
  });
}

/**
 * Makes everything of one company another's, for good, and proves the ledger before it is kept. INVALID_TRANSITION for
 * a company that was merged or closed, or with itself. Returns the accounts that belong to another company now.
 */
export async function mergeCompanies(
  db: Db,
  actor: KnownActor,
  merge: { fromId: number; intoId: number; reason: string },
): Promise<number[]> {
  const { fromId, intoId, reason } = merge;
  if (fromId === intoId) refuse("INVALID_TRANSITION", { detail: "This is the same company." });
  return await inTransaction(db, async (tx) => {
    // Who orders or retires shares this lock: nothing is added to a company that is being merged.
    const locked = await lockCompanies(tx, [fromId, intoId]);
    const from = locked.find(({ id }) => id === fromId) ?? refuse("NOT_FOUND");
    const into = locked.find(({ id }) => id === intoId) ?? refuseTarget();
    if (from.merged_into_id !== null || into.closed_at !== null) {
      refuse("INVALID_TRANSITION", { detail: closed });
    }
    const members = await membersOf(tx, fromId);
    const present = await membersOf(tx, intoId);
    // What is decided on locks its row before the holding: in the same order here.
    await moveOrders(tx, fromId, intoId);
    await moveRetirements(tx, fromId, intoId);
    await mergeHoldings(tx, fromId, intoId);
    await moveShortlists(tx, fromId, intoId);
    await moveVatChecks(tx, fromId, intoId);
    await movePlans(tx, fromId, intoId);
    // After what is decided on: a payment counts for its buyer at its end.
    await moveMembers(tx, fromId, intoId);
    await endInvitations(tx, fromId);
    await store.markMerged(tx, merge);
    await requireProof(tx, [fromId, intoId]);
    await recordAudit(tx, actor, {
      action: "company.merge",
      thing: thingOf(from),
      after: { into: into.name, intoId, reason, members: members.length },
    });
    const facts = { companyName: into.name, reason };
    await notify(
      tx,
      members.map(({ userId }) => ({ userId, code: "company.merged", facts })),
    );
    for (const member of members) {
      await notifyOwners(tx, present, into.name, "company.member.joined", member);
    }
    return members.map(({ userId }) => userId);
  });
}

/** What is set of a merged company would hold for nobody: its people are the other one's. */
function requireOwn({ merged_into_id }: { merged_into_id: number | null }): void {
  if (merged_into_id === null) return;
  refuse("INVALID_TRANSITION", { detail: "This company was merged into another one." });
}

const closed = "A company that was merged or closed cannot be merged again.";

function refuseTarget(): never {
  return refuseField("intoId", "There is no such company");
}

async function requireProof(tx: Tx, companyIds: readonly number[]): Promise<void> {
  const differences = await holdingDifferences(tx, companyIds);
  if (differences.length === 0) return;
  const detail = `The ledger does not bear out what the companies hold (${differences.join("; ")}). Nothing was merged.`;
  refuse("INVALID_TRANSITION", { detail });
}

const thingOf = ({ id, name }: { id: number; name: string }) => ({ type: "company", id, name });
