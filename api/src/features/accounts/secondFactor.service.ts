import { randomBytes } from "node:crypto";
import { roleNames } from "@tonneline/contract/accounts";
import { hasAllPermissions } from "@tonneline/contract/people";
import type { Proof } from "@tonneline/contract/proof";
import { refusals } from "@tonneline/contract/refusals";
import type { RecordActions } from "@tonneline/contract/records";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Tx } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { passwordMatches } from "../../core/passwords.ts";
import { mailFactorAdded, mailFactorRemoved } from "./accounts.mails.ts";
import { lockUser, type UserRow } from "./accounts.sql.ts";
import type { Gate } from "./gate.ts";
import { consumePasskey } from "./consumePasskey.service.ts";
import { deletePasskeysOf, hasPasskeys } from "./passkeys.sql.ts";
import { enrolment, lacksFactor, plainCode, recoveryCode, stepOf } from "./secondFactor.rules.ts";
import * as store from "./secondFactor.sql.ts";

const secretBytes = 20;
const recoveryCodes = 10;
const invalid = refusals.INVALID_CODE.text;
const unreadable =
  "The server's secret has changed, so codes of your app no longer count. Enter a recovery code, or ask to have your second factor reset.";

/**
 * Returns when the app was confirmed, null without one; what sensitive actions require; and whether the account needs a
 * factor.
 */
export async function factorState(gate: Gate, userId: number, roleName: string) {
  const factor = await store.confirmedFactor(gate.db, userId);
  return {
    since: factor?.since ?? null,
    recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
    needed: roleName === roleNames.admin && (await gate.adminsNeedFactor()),
    asks: factor
      ? ("code" as const)
      : (await hasPasskeys(gate.db, userId))
        ? ("passkey" as const)
        : null,
  };
}

/** Whether an account has to set up a factor before it may do anything else. */
export async function isFactorMissing(
  gate: Gate,
  user: { roleName: string; hasSecondFactor: boolean },
) {
  return lacksFactor(user) && (await gate.adminsNeedFactor());
}

/** Creates a secret to be confirmed. INVALID_TRANSITION if there is a confirmed one. */
export async function beginFactor(gate: Gate, actor: Actor, userId: number, proof: Proof) {
  if (await store.confirmedFactor(gate.db, userId)) return refuse("INVALID_TRANSITION");
  return await withProof(gate, userId, actor.ip, proof, async (tx, user) => {
    const secret = randomBytes(secretBytes);
    const sealed = gate.seal.close(secret, String(userId));
    if (!(await store.beginFactor(tx, userId, sealed))) return refuse("INVALID_TRANSITION");
    return enrolment(secret, user.username);
  });
}

/**
 * Confirms a factor: logins require a code from now on. Sends a mail, and returns the recovery codes, which are never shown
 * again.
 */
export function confirmFactor(
  gate: Gate,
  actor: Actor,
  userId: number,
  code: string,
): Promise<string[]> {
  return withinTries(gate, userId, actor.ip, async (tx) => {
    // Before the factor: the lock order of beginning and removing one.
    await lockUser(tx, userId);
    const factor = await store.lockFactor(tx, userId);
    if (!factor || factor.confirmedAt) return refuse("INVALID_TRANSITION");
    await requireCode(gate, tx, userId, code);
    const codes = Array.from({ length: recoveryCodes }, recoveryCode);
    await store.insertRecoveryCodes(tx, userId, codes);
    await note(tx, actor, "secondFactor.enable", userId, actor.username);
    await mailFactorAdded(tx, actor.username);
    return codes;
  });
}

/**
 * Removes the app and sends a mail. Requires re-authentication; INVALID_TRANSITION for the last factor of an account that
 * needs one.
 */
export async function removeFactor(
  gate: Gate,
  actor: Actor,
  userId: number,
  proof: Proof,
): Promise<void> {
  const needed = await gate.adminsNeedFactor();
  await withProof(gate, userId, actor.ip, proof, async (tx, user) => {
    if (!(await store.removeFactor(tx, userId))) return refuse("INVALID_TRANSITION");
    await requireFactorLeft(tx, user, needed);
    await note(tx, actor, "secondFactor.remove", userId, user.username);
    const left = await hasPasskeys(tx, userId);
    await mailFactorRemoved(tx, user.username, left);
  });
}

/** Throws INVALID_TRANSITION for an Admin without any factor left, if Admins need one. */
export async function requireFactorLeft(
  tx: Tx,
  user: UserRow,
  adminsNeedFactor: boolean,
): Promise<void> {
  if (!adminsNeedFactor || user.roleName !== roleNames.admin) return;
  if ((await store.confirmedFactor(tx, user.id)) || (await hasPasskeys(tx, user.id))) return;
  refuse("INVALID_TRANSITION", { detail: "Admins need a second factor here." });
}

/** Removes app and passkeys for a user who lost them. FORBIDDEN if the account has permissions the operator lacks. */
export async function resetFactor(
  gate: Gate,
  actor: Actor,
  permissions: readonly string[],
  userId: number,
): Promise<void> {
  // Removing one's own requires password and code.
  if (userId === actor.userId) {
    return refuse("INVALID_TRANSITION", {
      detail: "Remove your own second factor under Settings.",
    });
  }
  await inTransaction(gate.db, async (tx) => {
    const user = (await lockUser(tx, userId)) ?? refuse("NOT_FOUND");
    if (!hasAllPermissions(permissions, user.permissions)) return refuse("FORBIDDEN");
    const hadApp = await store.removeFactor(tx, userId);
    const passkeys = await deletePasskeysOf(tx, userId);
    if (!hadApp && passkeys === 0) return refuse("INVALID_TRANSITION");
    await note(tx, actor, "secondFactor.reset", userId, user.username, { passkeys });
    await mailFactorRemoved(tx, user.username, false);
  });
}

/**
 * Checks the second factor after the right password: SECOND_FACTOR_REQUIRED if the code is missing, INVALID_CODE if it is
 * wrong or was used before; PASSKEY_REQUIRED if passkeys are the only factor. Passes for accounts without a factor.
 */
export async function requireFactorAtLogin(
  gate: Gate,
  userId: number,
  code: string | undefined,
  ip: string,
) {
  if (!(await store.confirmedFactor(gate.db, userId))) {
    if (await hasPasskeys(gate.db, userId)) refuse("PASSKEY_REQUIRED");
    return;
  }
  if (code === undefined) return refuse("SECOND_FACTOR_REQUIRED");
  await withinTries(gate, userId, ip, async (tx) => {
    const fault = await useCode(gate, tx, userId, code);
    if (fault) return refuse("INVALID_CODE", { detail: fault });
  });
}

/** Uses up a code, or returns a sentence that says what is wrong with it. Recovery codes need no secret. */
async function useCode(
  gate: Gate,
  tx: Tx,
  userId: number,
  typed: string,
): Promise<string | undefined> {
  // Apps show codes in groups, like recovery codes.
  const code = plainCode(typed);
  const factor = await store.lockFactor(tx, userId);
  if (!factor) return invalid;
  if (!/^\d{6}$/.test(code)) {
    return (await store.useRecoveryCode(tx, userId, code)) ? undefined : invalid;
  }
  const secret = gate.seal.open(factor.secret, String(userId));
  if (!secret) return unreadable;
  const step = stepOf(secret, code, factor.now.getTime(), factor.lastStep);
  if (step === undefined) return invalid;
  await store.takeStep(tx, userId, step);
  return undefined;
}

async function requireCode(gate: Gate, tx: Tx, userId: number, code: string): Promise<void> {
  const fault = await useCode(gate, tx, userId, code);
  if (fault) throw wrong("code", fault);
}

/**
 * Requires the second factor of an account that has one: VALIDATION_FAILED at `code` or `passkey` if it is missing or
 * wrong.
 */
async function requireFactor(
  gate: Gate,
  tx: Tx,
  userId: number,
  given: Omit<Proof, "currentPassword">,
) {
  const { code, passkey } = given;
  if (passkey) {
    const key = await consumePasskey(tx, gate.webauthn, `proof ${userId}`, passkey);
    if (key?.userId !== userId) throw wrong("passkey", refusals.INVALID_PASSKEY.text);
  } else if (await store.confirmedFactor(tx, userId)) {
    if (code === undefined) throw wrong("code", refusals.SECOND_FACTOR_REQUIRED.text);
    await requireCode(gate, tx, userId, code);
  } else if (await hasPasskeys(tx, userId)) {
    throw wrong("passkey", "Use one of your passkeys.");
  }
}

/** Requires the second factor for a sensitive action, after the password was already checked. */
export function proveFactor(
  gate: Gate,
  userId: number,
  ip: string,
  given: Omit<Proof, "currentPassword">,
) {
  return withinTries(gate, userId, ip, (tx) => requireFactor(gate, tx, userId, given));
}

/** Runs `work` after checking password and second factor, in one transaction: a code is used up only if `work` succeeds. */
export function withProof<T>(
  gate: Gate,
  userId: number,
  ip: string,
  proof: Proof,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  return withinTries(gate, userId, ip, async (tx) => {
    const user = await requirePassword(tx, userId, proof.currentPassword);
    await requireFactor(gate, tx, userId, proof);
    return work(tx, user);
  });
}

/** Runs `work` in a transaction; wrong passwords, codes and passkeys in it share one rate limit. */
export function withinTries<T>(
  gate: Gate,
  userId: number,
  ip: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const attempt = { account: String(userId), ip };
  const isWrong = ({ code }: Refusal) => code === "INVALID_CODE" || code === "VALIDATION_FAILED";
  return gate.limits.countFailures("secondFactor", attempt, isWrong, () =>
    inTransaction(gate.db, work),
  );
}

async function requirePassword(tx: Tx, userId: number, password: string) {
  const user = (await lockUser(tx, userId)) ?? refuse("NOT_FOUND");
  if (!(await passwordMatches(user.passwordHash, password))) {
    throw wrong("currentPassword", "This is not your present password");
  }
  return user;
}

// Not a 401: that would log the caller out for a typing error.
function wrong(path: keyof Proof, message: string): Refusal {
  return new Refusal("VALIDATION_FAILED", { detail: message, fieldErrors: [{ path, message }] });
}

function note(
  tx: Tx,
  actor: Actor,
  action: `secondFactor.${RecordActions["secondFactor"][number]}`,
  id: number,
  name: string,
  before?: Record<string, unknown>,
): Promise<void> {
  const thing = { type: "user", id, name };
  return recordAudit(tx, actor, { action, thing, ...(before && { before }) });
}
