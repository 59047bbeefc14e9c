import { invitationDays, type SeenInvitation } from "@tonneline/contract/company";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { RecordActions } from "@tonneline/contract/records";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { addJob } from "../../core/jobs.ts";
import { hashPassword } from "../../core/passwords.ts";
import { requireAcceptablePassword } from "../accounts/password.service.ts";
import { joinCompany, registerMember } from "../accounts/users.service.ts";
import { endRequestsOf } from "../approvals/ending.service.ts";
import { mailInvitation } from "./company.mails.ts";
import { closeCompany, lockOwn } from "./company.service.ts";
import * as invitations from "./invitations.sql.ts";
import { departureObstacle, isLastOwner } from "./members.rules.ts";
import { memberLeft, notifyOwners } from "./members.service.ts";
import * as store from "./members.sql.ts";

export { deleteInvitationsTo, pruneOldInvitations } from "./invitations.sql.ts";

// Limits how many strangers a company can mail in our name.
const perDay = 100;

/**
 * Mails an invitation link to an address, and returns the invitation's id. ALREADY_REGISTERED for a member, RATE_LIMITED beyond 100 per day. Does not reveal
 * whether the address has an account elsewhere.
 */
export async function inviteMember(
  tx: Tx,
  actor: KnownActor,
  companyId: number,
  { email, role }: { email: string; role: CompanyRole },
): Promise<number> {
  const company = await lockOwn(tx, companyId);
  const account = await store.accountAt(tx, email);
  if (account?.companyId === companyId) {
    refuse("ALREADY_REGISTERED", { detail: "This person is already a member of the company." });
  }
  if ((await invitations.invitedToday(tx, companyId)) >= perDay) {
    const detail = `A company can send ${perDay} invitations a day. Please continue tomorrow.`;
    refuse("RATE_LIMITED", { retryAfterSeconds: 24 * 60 * 60, detail });
  }
  const wanted = { companyId, email, role, invitedBy: actor.userId, days: invitationDays };
  const { id, token, expiresAt } = await invitations.insertInvitation(tx, wanted);
  const { invitedBy } = await invitations.invitationById(tx, id);
  const invited = { invitedBy, companyName: company.name, role };
  await mailInvitation(tx, email, invited, { token, until: expiresAt });
  await note(tx, actor, "company.invite", company, { email, role });
  return id;
}

/** Withdraws an invitation. NOT_FOUND if the company has no such open invitation. */
export async function withdrawInvitation(
  db: Db,
  actor: KnownActor,
  companyId: number,
  invitationId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const company = (await store.lockCompany(tx, companyId)) ?? refuse("NOT_FOUND");
    const ended = await invitations.endInvitation(tx, companyId, invitationId);
    if (!ended) return refuse("NOT_FOUND");
    await note(tx, actor, "company.uninvite", company, ended);
  });
}

/** Returns the invitation of a token. INVALID_TOKEN if it was used or withdrawn, TOKEN_EXPIRED after seven days. */
export async function readInvitation(executor: Executor, token: string): Promise<SeenInvitation> {
  const { email, companyName, role, invitedBy, hasAccount } = await found(executor, token);
  return { email, companyName, role, invitedBy, hasAccount };
}

async function found(executor: Executor, token: string): Promise<invitations.FoundInvitation> {
  const invitation = await invitations.invitationBy(executor, token);
  if (!invitation || invitation.usedAt || invitation.companyBlocked) return refuse("INVALID_TOKEN");
  return invitation.expired ? refuse("TOKEN_EXPIRED") : invitation;
}

export interface Acceptance {
  token: string;
  password?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/**
 * Joins the inviting company; the mail has verified the address. An existing account leaves its own company, which must be
 * empty or have other owners (IN_USE); without a verified account, one is created with the given names and password.
 * Returns the account's id too.
 */
export async function acceptInvitation(db: Db, given: Acceptance, ip: string) {
  const { token } = given;
  const { email, hasAccount, companyId } = await found(db, token);
  const registration = hasAccount ? undefined : await registrationOf(given, email);
  return await inTransaction(db, async (tx) => {
    const account = await store.accountAt(tx, email);
    await store.lockCompanies(tx, account ? [companyId, account.companyId] : [companyId]);
    // Read again under the locks: the second of two concurrent uses finds it used, and a blocked company is noticed.
    const invitation = await found(tx, token);
    const { companyName, role } = invitation;
    if (!(await invitations.useInvitation(tx, invitation.id))) return refuse("INVALID_TOKEN");
    const { companyId: from } = (await store.accountAt(tx, email)) ?? {};
    if (from !== account?.companyId) refuse("IN_USE", { detail: movedMeanwhile });
    const company = { id: companyId, role };
    const userId = account
      ? await join(tx, { ...account, username: email, ip }, company, registration)
      : ((await registerMember(tx, { ...registration!, username: email, company })) ??
        refuse("IN_USE", { detail: movedMeanwhile }));
    const members = await store.membersOf(tx, companyId);
    const member = members.find((each) => each.userId === userId)!;
    const actor = { userId, username: email, ip };
    await note(tx, actor, "company.join", { id: companyId, name: companyName }, { email, role });
    await notifyOwners(tx, members, companyName, "company.member.joined", member);
    return { userId, username: email, companyName };
  });
}

async function registrationOf({ password, firstName, lastName }: Acceptance, email: string) {
  const missing = Object.entries({ password, firstName, lastName })
    .filter(([, value]) => value === undefined)
    .map(([path]) => ({ path, message: "Required for a new account" }));
  if (missing.length > 0) return refuse("VALIDATION_FAILED", { fieldErrors: missing });
  await requireAcceptablePassword(password!, email);
  return {
    firstName: firstName!,
    lastName: lastName!,
    passwordHash: await hashPassword(password!),
  };
}

async function join(
  tx: Tx,
  account: { id: number; companyId: number; username: string; ip: string },
  company: { id: number; role: CompanyRole },
  registration: Awaited<ReturnType<typeof registrationOf>> | undefined,
): Promise<number> {
  const members = await store.membersOf(tx, account.companyId);
  const isAlone = members.every(({ userId }) => userId === account.id);
  const obstacle = departureObstacle({
    isAlone,
    isLastOwner: isLastOwner(members, account.id),
    records: await store.recordCount(tx, account.companyId),
  });
  if (obstacle) return refuse("IN_USE", { detail: departureText[obstacle] });
  const { id: userId, username, ip } = account;
  await endRequestsOf(tx, userId, { userId, username, ip });
  if (!(await joinCompany(tx, account.id, company, registration))) return refuse("BLOCKED");
  await addJob(tx, memberLeft, { userId });
  if (isAlone) await closeCompany(tx, account.companyId);
  return account.id;
}

const movedMeanwhile = "This account was changed at the same moment. Please open the link again.";
const departureText = {
  LAST_OWNER:
    "You are the last owner of your current company. Make another member owner of it first.",
  RECORDS:
    "Your current company has orders or credits. Please write to us: we can merge it with the one that invites you.",
};

async function note(
  tx: Tx,
  actor: KnownActor,
  action: `company.${RecordActions["company"][number]}`,
  { id, name }: { id: number; name: string },
  after: { email: string; role: string },
): Promise<void> {
  await recordAudit(tx, actor, { action, thing: { type: "company", id, name }, after });
}
