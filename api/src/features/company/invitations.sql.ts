import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Executor, Tx } from "../../core/db.ts";

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Withdraws any open invitation of the same address and inserts a new one with its own token. */
export async function insertInvitation(
  tx: Tx,
  wanted: { companyId: number; email: string; role: CompanyRole; invitedBy: number; days: number },
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const { companyId, email, role, invitedBy, days } = wanted;
  await tx
    .updateTable("company_invitations")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where("company_id", "=", companyId)
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();
  const token = randomBytes(32).toString("base64url");
  const { id, expires_at: expiresAt } = await tx
    .insertInto("company_invitations")
    .values({
      company_id: companyId,
      email,
      role,
      token_hash: hashOf(token),
      invited_by: invitedBy,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}

function invitations(executor: Executor) {
  return executor
    .selectFrom("company_invitations as i")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .select([
      "i.id",
      "i.email",
      sql<CompanyRole>`i.role`.as("role"),
      "i.created_at as createdAt",
      "i.expires_at as expiresAt",
      sql<string>`inviter.first_name || ' ' || inviter.last_name`.as("invitedBy"),
    ]);
}

/** Returns invitations that were neither accepted nor withdrawn, the newest first. */
export function openInvitations(executor: Executor, companyId: number) {
  return invitations(executor)
    .where("i.company_id", "=", companyId)
    .where("i.accepted_at", "is", null)
    .where("i.withdrawn_at", "is", null)
    .orderBy("i.id", "desc")
    .execute();
}
export type InvitationRow = Awaited<ReturnType<typeof openInvitations>>[number];

/** Returns an invitation, even if it was accepted or withdrawn. */
export function invitationById(executor: Executor, id: number) {
  return invitations(executor).where("i.id", "=", id).executeTakeFirstOrThrow();
}

/** Finds an invitation by its token, even if it was accepted or withdrawn. */
export function invitationBy(executor: Executor, token: string) {
  return invitations(executor)
    .innerJoin("companies as c", "c.id", "i.company_id")
    .select([
      "i.company_id as companyId",
      "c.name as companyName",
      "c.blocked as companyBlocked",
      sql<boolean>`i.expires_at <= now()`.as("expired"),
      sql<Date | null>`coalesce(i.accepted_at, i.withdrawn_at)`.as("usedAt"),
      // An unverified account may be anyone's.
      sql<boolean>`exists (select from users u where u.username = i.email and u.verified_at is not null)`.as(
        "hasAccount",
      ),
    ])
    .where("i.token_hash", "=", hashOf(token))
    .executeTakeFirst();
}
export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof invitationBy>>>;

/** Uses up an invitation; false if it was accepted or withdrawn in the meantime. */
export async function useInvitation(tx: Tx, invitationId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("company_invitations")
    .set({ accepted_at: sql<Date>`now()` })
    .where("id", "=", invitationId)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes all invitations to an address (lower case), of any company, including accepted and withdrawn ones. */
export async function deleteInvitationsTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("company_invitations").where("email", "=", email).execute();
}

/** Deletes invitations that nobody accepted and whose link expired more than so many days ago. */
export async function pruneOldInvitations(executor: Executor, days: number): Promise<void> {
  await executor
    .deleteFrom("company_invitations")
    .where("accepted_at", "is", null)
    .where("expires_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** Withdraws an open invitation of a company; undefined if it has none with this id. */
export function endInvitation(tx: Tx, companyId: number, invitationId: number) {
  return tx
    .updateTable("company_invitations")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where("id", "=", invitationId)
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .returning(["email", "role"])
    .executeTakeFirst();
}

/** Withdraws all open invitations of a company. */
export async function endInvitations(tx: Tx, companyId: number): Promise<void> {
  await tx
    .updateTable("company_invitations")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();
}

/** Returns how many invitations a company has sent within a day. */
export async function invitedToday(tx: Tx, companyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom("company_invitations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}
