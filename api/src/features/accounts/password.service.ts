import { type PasswordRequirement, type PasswordStrength } from "@tonneline/contract/accounts";
import { z } from "zod";
import { recordAudit } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { addJob, job } from "../../core/jobs.ts";
import { tokenPlaceholder } from "../../core/mail.ts";
import { hashPassword, passwordMatches } from "../../core/passwords.ts";
import { notify } from "../notifications/notifications.service.ts";
import { mailPasswordChanged, mailResetLink } from "./accounts.mails.ts";
import * as store from "./accounts.sql.ts";
import { guessingScore } from "./guessing.ts";
import { hasLeaked } from "./leaked.ts";
import type { AttemptLimits } from "./limits.service.ts";
import { tokenRefusal } from "./mailedTokens.rules.ts";
import * as tokens from "./mailedTokens.sql.ts";
import { knownWords, requirementsOf, textOfMissed } from "./password.rules.ts";
import { endSessionsOf } from "./sessions.sql.ts";

const resetLinkSeconds = 60 * 60;

/** Mails a reset link to the account with this username, if there is one. */
export const passwordRemind = job("accounts.remind", z.object({ username: z.string() }));

/** Returns score and requirements of a password being typed; `username` may be incomplete. */
async function strengthOf(password: string, username: string): Promise<PasswordStrength> {
  // However hard to guess, a leaked password is in every attacker's list.
  const leaked = await hasLeaked(password);
  const score = leaked ? 0 : await guessingScore(password, knownWords(username));
  return { score, requirements: requirementsOf(password, username, score) };
}

/** Throws INVALID_PASSWORD_CHANGE, with the unmet requirement at the field `password`. */
export async function requireAcceptablePassword(password: string, username: string): Promise<void> {
  const { requirements } = await strengthOf(password, username);
  const missed = requirements.find(({ met }) => !met);
  if (missed) refusePassword(missed.requirement, password);
}

function refusePassword(missed: PasswordRequirement | "notPrevious", password: string): never {
  const fieldErrors = [{ path: "password", message: textOfMissed(missed, password) }];
  return refuse("INVALID_PASSWORD_CHANGE", { fieldErrors });
}

/** Returns the strength of a password for this username. RATE_LIMITED after too many calls. */
export async function passwordStrength(
  limits: AttemptLimits,
  password: string,
  username: string,
  ip: string,
) {
  await limits.count("strength", { account: undefined, ip });
  return strengthOf(password, username);
}

/** Posts a job, for known and unknown usernames alike: neither the response nor its timing reveals which it is. */
export async function remindPassword(
  db: Db,
  limits: AttemptLimits,
  username: string,
  ip: string,
): Promise<void> {
  await limits.count("remind", { account: username, ip });
  await addJob(db, passwordRemind, { username });
}

/** Sets a new password by a mailed token, and returns its user's id. The token stays valid if the password is refused. */
export async function resetPassword(
  db: Db,
  limits: AttemptLimits,
  token: string,
  password: string,
  ip: string,
): Promise<number> {
  await limits.count("reset", { account: token, ip });
  return await inTransaction(db, async (tx) => {
    const found = await tokens.lockToken(tx, token, "RESET");
    const refusal = tokenRefusal(found);
    if (refusal) return refuse(refusal);
    const user = (await store.lockUser(tx, found!.userId)) ?? refuse("INVALID_TOKEN");
    await replacePassword(limits, tx, user, password, null);
    // Access to the mailbox also verifies the address.
    await store.markVerified(tx, user.id);
    await recordAudit(
      tx,
      { userId: user.id, username: user.username, ip },
      { action: "password.reset" },
    );
    return user.id;
  });
}

/** Sets a new password for a caller who gives the current one; ends their other sessions. */
export async function changePassword(
  db: Db,
  limits: AttemptLimits,
  caller: { userId: number; sessionId: string },
  currentPassword: string,
  password: string,
  ip: string,
): Promise<void> {
  const attempt = { account: caller.sessionId, ip };
  await limits.countFailures("changePassword", attempt, isWrongCurrent, () =>
    inTransaction(db, async (tx) => {
      const user = (await store.lockUser(tx, caller.userId)) ?? refuse("NOT_FOUND");
      if (!(await passwordMatches(user.passwordHash, currentPassword))) throw wrongCurrent();
      await replacePassword(limits, tx, user, password, caller.sessionId);
      const actor = { userId: user.id, username: user.username, ip };
      await recordAudit(tx, actor, { action: "password.change" });
    }),
  );
}

/** Whether this is the caller's current password, required for sensitive actions; wrong ones count as for `changePassword`. */
export async function confirmPassword(
  db: Db,
  limits: AttemptLimits,
  caller: { userId: number; sessionId: string },
  password: string,
  ip: string,
): Promise<boolean> {
  const attempt = { account: caller.sessionId, ip };
  try {
    await limits.countFailures("changePassword", attempt, isWrongCurrent, async () => {
      const user = (await store.userById(db, caller.userId)) ?? refuse("NOT_FOUND");
      if (!(await passwordMatches(user.passwordHash, password))) throw wrongCurrent();
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal && isWrongCurrent(error)) return false;
    throw error;
  }
}

async function replacePassword(
  limits: AttemptLimits,
  tx: Tx,
  user: store.UserRow,
  password: string,
  exceptSessionId: string | null,
): Promise<void> {
  await requireAcceptablePassword(password, user.username);
  if (await passwordMatches(user.passwordHash, password)) refusePassword("notPrevious", password);
  await store.setPasswordHash(tx, user.id, await hashPassword(password));
  await endSessionsOf(tx, user.id, "the password was changed", exceptSessionId);
  await tokens.invalidateTokens(tx, user.id, "RESET");
  // The guesses were against the old password.
  await limits.resetTries(tx, "login", user.username);
  await limits.resetTries(tx, "secondFactor", String(user.id));
  await mailPasswordChanged(tx, user.username);
  await notify(tx, [{ userId: user.id, code: "user.password.changed", facts: {} }]);
}

// Not INVALID_PASSWORD: its 401 would log the caller out for a typing error.
function wrongCurrent(): Refusal {
  const message = "This is not your present password";
  return new Refusal("VALIDATION_FAILED", { fieldErrors: [{ path: "currentPassword", message }] });
}

function isWrongCurrent({ code }: Refusal): boolean {
  return code === "VALIDATION_FAILED";
}

/** Mails a reset link if the account exists. */
export async function mailReminder(db: Db, username: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await store.userByUsername(tx, username);
    // Otherwise a mail to an account being erased would escape its erasure.
    const user = found && (await store.lockUser(tx, found.id));
    if (user?.username !== username) return;
    const { token, expiresAt } = await tokens.mintToken(tx, user.id, "RESET", resetLinkSeconds);
    const link = `/password-reset?token=${tokenPlaceholder}&expireAt=${expiresAt.getTime()}`;
    await mailResetLink(tx, user, link, { token, until: expiresAt });
  });
}
