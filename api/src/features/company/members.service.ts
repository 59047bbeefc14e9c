import type { ApprovalRule, Budget } from "@tonneline/contract/approvalRules";
import type { putBudgets } from "@tonneline/contract/approvals";
import type { Company, CompanyMember } from "@tonneline/contract/company";
import { canAct, hasCompanyRight, type CompanyRole } from "@tonneline/contract/companyRoles";
import type { ParsedOf } from "@tonneline/contract/endpoint";
import type { RecordActions } from "@tonneline/contract/records";
import { z } from "zod";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { addJob, job } from "../../core/jobs.ts";
import { changeCompanyRole, leaveCompany } from "../accounts/users.service.ts";
import { endRequestsOf } from "../approvals/ending.service.ts";
import { companyBudgets, rulesOf, saveBudgets, saveRules } from "../approvals/planning.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { mailRemoved, mailRoleChanged } from "./company.mails.ts";
import { lockOwn } from "./company.service.ts";
import { openInvitations } from "./invitations.sql.ts";
import { invitationView } from "./invitations.view.ts";
import { hasOwner, isLastOwner } from "./members.rules.ts";
import * as store from "./members.sql.ts";

/** Posted when a user no longer buys for a company. */
export const memberLeft = job("company.left", z.object({ userId: z.int() }));

interface Member {
  companyId: number;
  companyRole: CompanyRole;
}

const lastOwner = { detail: "A company must have an owner. Make another member owner first." };

/** Returns the company as a member sees it; budgets reveal orders, so they are left out for members who may not read these. */
export async function companyOf(
  executor: Executor,
  { companyId, companyRole }: Member,
): Promise<Company> {
  const company = await store.companyById(executor, companyId);
  const members = await store.membersOf(executor, companyId);
  const invitations = await openInvitations(executor, companyId);
  const readsOrders = hasCompanyRight(companyRole, "orders", company.blocked);
  return {
    id: company.id,
    name: company.name,
    role: companyRole,
    blocked: company.blocked,
    members: members.map(memberView),
    invitations: invitations.map(invitationView),
    requirePurchaseOrderNumber: company.require_purchase_order_number,
    approvalRules: await rulesOf(executor, companyId),
    budgets: readsOrders ? await companyBudgets(executor, companyId) : [],
    version: company.version,
  };
}

/** Renders a member for the others of the company. */
export function memberView(row: store.MemberRow): CompanyMember {
  const { since, lastLoginAt, ...rest } = row;
  return {
    ...rest,
    since: since.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}

/** Changes name or order settings. VERSION_CONFLICT after a concurrent change. */
export async function changeCompany(
  db: Db,
  actor: KnownActor,
  companyId: number,
  {
    version,
    ...change
  }: {
    name?: string | undefined;
    requirePurchaseOrderNumber?: boolean | undefined;
    version: number;
  },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockOwn(tx, companyId);
    if (!(await store.updateCompany(tx, companyId, change, version))) refuse("VERSION_CONFLICT");
    const after = await store.companyById(tx, companyId);
    await recordAudit(tx, actor, {
      action: "company.change",
      thing: { type: "company", id: companyId, name: before.name },
      before: factsOf(before),
      after: factsOf(after),
    });
  });
}

/** Replaces the rules by which members need approval. VERSION_CONFLICT if `version` is given but not current. */
export async function changeRules(
  db: Db,
  actor: KnownActor,
  companyId: number,
  { rules, version }: { rules: readonly ApprovalRule[]; version?: number | undefined },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await store.updateCompany(tx, companyId, {}, version))) refuse("VERSION_CONFLICT");
    await saveRules(tx, companyId, actor, rules);
  });
}

/** Replaces the budgets and returns them with their usage. VERSION_CONFLICT if `version` is given but not current. */
export async function changeBudgets(
  db: Db,
  actor: KnownActor,
  companyId: number,
  {
    budgets,
    version,
  }: { budgets: ParsedOf<typeof putBudgets>["body"]; version?: number | undefined },
): Promise<Budget[]> {
  return await inTransaction(db, async (tx) => {
    if (!(await store.updateCompany(tx, companyId, {}, version))) refuse("VERSION_CONFLICT");
    return await saveBudgets(tx, companyId, actor, budgets);
  });
}

const factsOf = (row: { name: string; require_purchase_order_number: boolean }) => ({
  name: row.name,
  requirePurchaseOrderNumber: row.require_purchase_order_number,
});

/** Changes a member's role. NOT_FOUND for a non-member, INVALID_TRANSITION for the last owner. */
export async function changeMember(
  db: Db,
  actor: KnownActor,
  companyId: number,
  userId: number,
  role: CompanyRole,
): Promise<CompanyMember> {
  return await inTransaction(db, async (tx) => {
    const { company, members, member } = await lockMember(tx, companyId, userId);
    if (member.role === role) return memberView(member);
    if (isLastOwner(members, userId)) refuse("INVALID_TRANSITION", lastOwner);
    await changeCompanyRole(tx, userId, { id: companyId, role });
    await recordMember(tx, actor, "company.role", company, member, { role });
    if (userId !== actor.userId) await notifyRole(tx, company.name, member, role);
    return memberView({ ...member, role });
  });
}

/**
 * Makes a member the owner of a company in which no owner can act; elsewhere the owners hand over themselves, and this is
 * an INVALID_TRANSITION. VALIDATION_FAILED for a non-member, or one who cannot act either.
 */
export async function appointOwner(
  db: Db,
  actor: KnownActor,
  companyId: number,
  { userId, reason }: { userId: number; reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const company = (await store.lockCompany(tx, companyId)) ?? refuse("NOT_FOUND");
    const members = await store.membersOf(tx, companyId);
    if (hasOwner(members)) refuse("INVALID_TRANSITION", { detail: ownerCanDoIt });
    const member = members.find((each) => each.userId === userId && canAct(each));
    if (!member) {
      return refuseField(
        "userId",
        "Choose a member of the company who is admitted and not blocked",
      );
    }
    await changeCompanyRole(tx, userId, { id: companyId, role: "OWNER" });
    await recordMember(tx, actor, "company.role", company, member, { role: "OWNER", reason });
    await notifyRole(tx, company.name, member, "OWNER");
  });
}

const ownerCanDoIt = "The company has an owner who can log in and give its members their roles.";

async function notifyRole(
  tx: Tx,
  companyName: string,
  { userId, username }: store.MemberRow,
  role: CompanyRole,
): Promise<void> {
  const facts = { companyName, role };
  await notify(tx, [{ userId, code: "company.role.changed", facts }]);
  await mailRoleChanged(tx, username, facts);
}

/**
 * Removes a member, who gets a new company and takes nothing along; anyone may leave. FORBIDDEN without the right to remove
 * others, INVALID_TRANSITION for the last owner.
 */
export async function removeMember(
  db: Db,
  actor: KnownActor,
  { companyId, companyRole, companyBlocked }: Member & { companyBlocked: boolean },
  userId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { company, members, member } = await lockMember(tx, companyId, userId);
    const isOwn = userId === actor.userId;
    if (!isOwn && !hasCompanyRight(companyRole, "manage", companyBlocked)) refuse("FORBIDDEN");
    if (isLastOwner(members, userId)) refuse("INVALID_TRANSITION", lastOwner);
    await endRequestsOf(tx, userId, actor);
    await leaveCompany(tx, userId);
    await addJob(tx, memberLeft, { userId });
    await recordMember(tx, actor, isOwn ? "company.leave" : "company.remove", company, member);
    if (isOwn) await notifyOwners(tx, members, company.name, "company.member.left", member);
    else await mailRemoved(tx, member.username, company.name);
  });
}

async function lockMember(tx: Tx, companyId: number, userId: number) {
  const company = (await store.lockCompany(tx, companyId)) ?? refuse("NOT_FOUND");
  const members = await store.membersOf(tx, companyId);
  const member = members.find((each) => each.userId === userId) ?? refuse("NOT_FOUND");
  return { company, members, member };
}

async function recordMember(
  tx: Tx,
  actor: KnownActor,
  action: `company.${RecordActions["company"][number]}`,
  company: { id: number; name: string },
  { username, role }: store.MemberRow,
  after?: { role: CompanyRole; reason?: string },
): Promise<void> {
  await recordAudit(tx, actor, {
    action,
    thing: { type: "company", id: company.id, name: company.name },
    before: { member: username, role },
    ...(after && { after: { member: username, ...after } }),
  });
}

/** Notifies the company's owners who has joined or left, except that person. */
export async function notifyOwners(
  tx: Tx,
  members: readonly store.MemberRow[],
  companyName: string,
  code: "company.member.joined" | "company.member.left",
  who: { userId: number; firstName: string; lastName: string },
): Promise<void> {
  const facts = { companyName, person: `${who.firstName} ${who.lastName}` };
  const owners = members.filter(
    (each) => each.role === "OWNER" && canAct(each) && each.userId !== who.userId,
  );
  await notify(
    tx,
    owners.map(({ userId }) => ({ userId, code, facts })),
  );
}
