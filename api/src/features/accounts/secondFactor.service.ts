import { randomBytes } from "node:crypto";
import { roleNames } from "@tonneline/contract/accounts";
import { mayDoAll } from "@tonneline/contract/people";
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
import { usedKey } from "./usedKey.service.ts";
import { deletePasskeysOf, hasPasskeys } from "./passkeys.sql.ts";
import { enrolment, lacksFactor, plainCode, recoveryCode, stepOf } from "./secondFactor.rules.ts";
import * as store from "./secondFactor.sql.ts";

const secretBytes = 20;
const recoveryCodes = 10;
const invalid = refusals.INVALID_CODE.text;
const unreadable =
  "The server's secret has changed, so codes of your app no longer count. Enter a recovery code, or ask to have your second factor reset.";

/** When the app was confirmed, null without one; what weighty steps ask for; and whether the account needs a factor. */
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

/** Whether an account has to set one up before it may do anything else. */
export async function isFactorMissing(
  gate: Gate,
  user: { roleName: string; hasSecondFactor: boolean },
) {
  return lacksFactor(user) && (await gate.adminsNeedFactor());
}

/** A secret to be confirmed; INVALID_TRANSITION beside a confirmed one. */
export async function beginFactor(gate: Gate, actor: Actor, userId: number, proof: Proof) {
  if (await store.confirmedFactor(gate.db, userId)) return refuse("INVALID_TRANSITION");
  return await withProof(gate, userId, actor.ip, proof, async (tx, user) => {
    const secret = randomBytes(secretBytes);
    const sealed = gate.seal.close(secret, String(userId));
    if (!(await store.beginFactor(tx, userId, sealed))) return refuse("INVALID_TRANSITION");
    return enrolment(secret, user.username);
  });
}

/** From now on a login asks for a code, which a mail tells. The recovery codes are told this once. */
export function confirmFactor(
  gate: Gate,
  actor: Actor,
  userId: number,
  code: string,
): Promise<string[]> {
  return withinTries(gate, userId, actor.ip, async (tx) => {
    // Before the factor, as whoever begins or removes one does.
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

/** Asks for the proof; told by mail. INVALID_TRANSITION for the last factor of somebody who needs one. */
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

/** INVALID_TRANSITION for an Admin who has no factor left where Admins need one. */
export async function requireFactorLeft(
  tx: Tx,
  user: UserRow,
  adminsNeedFactor: boolean,
): Promise<void> {
  if (!adminsNeedFactor || user.roleName !== roleNames.admin) return;
  if ((await store.confirmedFactor(tx, user.id)) || (await hasPasskeys(tx, user.id))) return;
  refuse("INVALID_TRANSITION", { detail: "Admins need a second factor here." });
}

/** App and passkeys, by an operator for somebody who lost them; FORBIDDEN for an account that may do more than the operator. */
export async function resetFactor(
  gate: Gate,
  actor: Actor,
  permissions: readonly string[],
  userId: number,
): Promise<void> {
  // One's own asks for password and code.
  if (userId === actor.userId) {
    return refuse("INVALID_TRANSITION", { detail: "Remove your own under Settings." });
  }
  await inTransaction(gate.db, async (tx) => {
    const user = (await lockUser(tx, userId)) ?? refuse("NOT_FOUND");
    if (!mayDoAll(permissions, user.permissions)) return refuse("FORBIDDEN");
    const hadApp = await store.removeFactor(tx, userId);
    const passkeys = await deletePasskeysOf(tx, userId);
    if (!hadApp && passkeys === 0) return refuse("INVALID_TRANSITION");
    await note(tx, actor, "secondFactor.reset", userId, user.username, { passkeys });
    await mailFactorRemoved(tx, user.username, false);
  });
}

/**
 * For a login whose password was right: SECOND_FACTOR_REQUIRED when a code is missing, INVALID_CODE for a wrong one
 * and for one that was used before; PASSKEY_REQUIRED where passkeys are the only factor; nothing without a factor.
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
    const fault = await faultOf(gate, tx, userId, code);
    if (fault) return refuse("INVALID_CODE", { detail: fault });
  });
}

/** Uses a code up, or returns a sentence about what is wrong with it. Recovery codes need no secret. */
async function faultOf(
  gate: Gate,
  tx: Tx,
  userId: number,
  typed: string,
): Promise<string | undefined> {
  // Apps show a code in groups, as recovery codes are.
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
  const fault = await faultOf(gate, tx, userId, code);
  if (fault) throw wrong("code", fault);
}

/** The factor again where the account has one: VALIDATION_FAILED at `code` or `passkey` when it is missing or wrong. */
async function requireFactor(
  gate: Gate,
  tx: Tx,
  userId: number,
  given: Omit<Proof, "currentPassword">,
) {
  const { code, passkey } = given;
  if (passkey) {
    const key = await usedKey(tx, gate.webauthn, `proof ${userId}`, passkey);
    if (key?.userId !== userId) throw wrong("passkey", refusals.INVALID_PASSKEY.text);
  } else if (await store.confirmedFactor(tx, userId)) {
    if (code === undefined) throw wrong("code", refusals.SECOND_FACTOR_REQUIRED.text);
    await requireCode(gate, tx, userId, code);
  } else if (await hasPasskeys(tx, userId)) {
    throw wrong("passkey", "Use one of your passkeys.");
  }
}

/** Before something weighty of somebody whose password was asked already. */
export function proveFactor(
  gate: Gate,
  userId: number,
  ip: string,
  given: Omit<Proof, "currentPassword">,
) {
  return withinTries(gate, userId, ip, (tx) => requireFactor(gate, tx, userId, given));
}

/** Does what password and factor are asked for; both count only if it is done. */
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

/** One transaction whose wrong passwords, codes and passkeys count together. */
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

// Not a 401: that would log the caller out for a slip of the finger.
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
