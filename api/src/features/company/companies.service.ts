import type { CompanyRecord, ManagedCompany } from "@tonneline/contract/companies";
import { refuseChanged, refuseAlreadyDone } from "../../core/changed.ts";
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

/** Renders a company for the operators' list. */
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

/** Returns a company with its members and holdings. NOT_FOUND. */
export async function companyRecordOf(
  executor: Executor,
  companyId: number,
): Promise<CompanyRecord> {
  const row = (await store.companyRecordBy(executor, companyId)) ?? refuse("NOT_FOUND");
  const { blockedReason, creditLimitCents, mergeReason, targetId, targetName, ...listed } = row;
  const { retirements, ...held } = await store.assetsOf(executor, companyId);
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

/** Changes the credit limit. VERSION_CONFLICT after a concurrent change, INVALID_TRANSITION for a company that was merged. */
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

/**
 * Blocks a company with a reason, or unblocks it for null. INVALID_TRANSITION if that is its state already, or it was
 * merged.
 */
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
      return await refuseAlreadyDone(tx, { type: "company", id: companyId }, { action, done });
    }
    await recordAudit(tx, actor, {
      action,
      thing: thingOf(company),
      after: { blocked: reason !== null, ...(reason && { reason }) },
    });
  });
}

/**
 * Permanently merges one company into another, and verifies the ledger before committing. INVALID_TRANSITION if either was
 * merged or closed, or both are the same. Returns the accounts that have moved.
 */
export async function mergeCompanies(
  tx: Tx,
  actor: KnownActor,
  merge: { fromId: number; intoId: number; reason: string },
): Promise<number[]> {
  const { fromId, intoId, reason } = merge;
  if (fromId === intoId) refuse("INVALID_TRANSITION", { detail: "This is the same company." });
  // Orders and retirements take this lock in shared mode, so nothing can be added to a company being merged.
  const locked = await lockCompanies(tx, [fromId, intoId]);
  const from = locked.find(({ id }) => id === fromId) ?? refuse("NOT_FOUND");
  const into = locked.find(({ id }) => id === intoId) ?? refuseTarget();
  if (from.merged_into_id !== null || into.closed_at !== null) {
    refuse("INVALID_TRANSITION", { detail: closed });
  }
  const members = await membersOf(tx, fromId);
  const present = await membersOf(tx, intoId);
  // Decisions lock the order or retirement before the holding: same order here.
  await moveOrders(tx, fromId, intoId);
  await moveRetirements(tx, fromId, intoId);
  await mergeHoldings(tx, fromId, intoId);
  await moveShortlists(tx, fromId, intoId);
  await moveVatChecks(tx, fromId, intoId);
  await movePlans(tx, fromId, intoId);
  // After orders and retirements: payments update the buyer's account last.
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
}

/** Refuses changes of a merged company, which would affect nobody: its members belong to the other one. */
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
  const detail = `The ledger does not match the companies' holdings (${differences.join("; ")}). Nothing was merged.`;
  refuse("INVALID_TRANSITION", { detail });
}

const thingOf = ({ id, name }: { id: number; name: string }) => ({ type: "company", id, name });
