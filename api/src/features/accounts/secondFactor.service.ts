import { randomBytes } from "node:crypto";
import { roleNames } from "@tonneline/contract/accounts";
import { mayDoAll } from "@tonneline/contract/people";
import { refusals } from "@tonneline/contract/refusals";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { passwordMatches } from "../../core/passwords.ts";
import type { Seal } from "../../core/sealing.ts";
import { mailFactorRemoved } from "./accounts.mails.ts";
import { lockUser } from "./accounts.sql.ts";
import type { AttemptLimits } from "./limits.service.ts";
import { enrolment, lacksFactor, recoveryCode, stepOf } from "./secondFactor.rules.ts";
import * as store from "./secondFactor.sql.ts";

const secretBytes = 20;
const recoveryCodes = 10;
const invalid = refusals.INVALID_CODE.text;
const unreadable =
  "The server's secret has changed, so codes of your app no longer count. Enter a recovery code, or ask to have your second factor reset.";

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/**
 * Codes of an authenticator app (TOTP, RFC 6238) beside the password, and recovery codes for its loss. `seal` keeps the
 * secrets unreadable in the database.
 */
export function createSecondFactors(
  db: Db,
  publicUrl: string,
  seal: Seal,
  limits: AttemptLimits,
  adminsNeedOne: () => Promise<boolean>,
) {
  /** When the factor was confirmed, null without one; and whether the account needs one. */
  async function state(userId: number, roleName: string) {
    const factor = await store.confirmedFactor(db, userId);
    return {
      since: factor?.since ?? null,
      recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      needed: await isNeeded(roleName),
    };
  }

  async function isNeeded(roleName: string): Promise<boolean> {
    return roleName === roleNames.admin && (await adminsNeedOne());
  }

  /** Whether an account has to set one up before it may do anything else. */
  async function isMissing(user: { roleName: string; hasSecondFactor: boolean }) {
    return lacksFactor(user) && (await adminsNeedOne());
  }

  /** A secret to be confirmed; INVALID_TRANSITION beside a confirmed one. */
  function begin(actor: Actor, userId: number, currentPassword: string) {
    return guarded(userId, actor.ip, async (tx) => {
      const user = await demandPassword(tx, userId, currentPassword);
      const secret = randomBytes(secretBytes);
      const sealed = seal.close(secret, String(userId));
      if (!(await store.beginFactor(tx, userId, sealed))) return refuse("INVALID_TRANSITION");
      return enrolment(secret, user.username);
    });
  }

  /** From now on a login asks for a code. The recovery codes are told this once. */
  function confirm(actor: Actor, userId: number, code: string): Promise<string[]> {
    return guarded(userId, actor.ip, async (tx) => {
      const factor = await store.lockFactor(tx, userId);
      if (!factor || factor.confirmedAt) return refuse("INVALID_TRANSITION");
      await demandCode(tx, userId, code);
      const codes = Array.from({ length: recoveryCodes }, recoveryCode);
      await store.keepRecoveryCodes(tx, userId, codes);
      await note(tx, actor, "secondFactor.enable", userId, actor.username);
      return codes;
    });
  }

  /** Needs the password and a code; told by mail. INVALID_TRANSITION for an Admin where Admins need one. */
  async function remove(actor: Actor, userId: number, currentPassword: string, code: string) {
    const adminsNeedFactor = await adminsNeedOne();
    await guarded(userId, actor.ip, async (tx) => {
      const user = await demandPassword(tx, userId, currentPassword);
      if (adminsNeedFactor && user.roleName === roleNames.admin) {
        return refuse("INVALID_TRANSITION", { detail: "Admins need a second factor here." });
      }
      if (!(await store.confirmedFactor(tx, userId))) return refuse("INVALID_TRANSITION");
      await demandCode(tx, userId, code);
      await store.removeFactor(tx, userId);
      await note(tx, actor, "secondFactor.remove", userId, user.username);
      await mailFactorRemoved(tx, user.username, `${publicUrl}/user/settings/details`);
    });
  }

  /** By an operator, for somebody who lost it; FORBIDDEN for an account that may do more than the operator. */
  async function reset(
    actor: Actor,
    permissions: readonly string[],
    userId: number,
  ): Promise<void> {
    // One's own asks for password and code.
    if (userId === actor.userId) {
      return refuse("INVALID_TRANSITION", { detail: "Remove your own under Settings." });
    }
    await inTransaction(db, async (tx) => {
      const user = (await lockUser(tx, userId)) ?? refuse("NOT_FOUND");
      if (!mayDoAll(permissions, user.permissions)) return refuse("FORBIDDEN");
      if (!(await store.removeFactor(tx, userId))) return refuse("INVALID_TRANSITION");
      await note(tx, actor, "secondFactor.reset", userId, user.username);
      await mailFactorRemoved(tx, user.username, `${publicUrl}/user/settings/details`);
    });
  }

  /**
   * For a login whose password was right: SECOND_FACTOR_REQUIRED when a code is missing, INVALID_CODE for a wrong one
   * and for one that was used before; nothing without a factor.
   */
  async function demandAtLogin(userId: number, code: string | undefined, ip: string) {
    if (!(await store.confirmedFactor(db, userId))) return;
    if (code === undefined) return refuse("SECOND_FACTOR_REQUIRED");
    await guarded(userId, ip, async (tx) => {
      const fault = await faultOf(tx, userId, code);
      if (fault) return refuse("INVALID_CODE", { detail: fault });
    });
  }

  /** Uses a code up, or returns a sentence about what is wrong with it. Recovery codes need no secret. */
  async function faultOf(tx: Tx, userId: number, code: string): Promise<string | undefined> {
    const factor = await store.lockFactor(tx, userId);
    if (!factor) return invalid;
    if (!/^\d{6}$/.test(code)) {
      return (await store.useRecoveryCode(tx, userId, code)) ? undefined : invalid;
    }
    const secret = seal.open(factor.secret, String(userId));
    if (!secret) return unreadable;
    const step = stepOf(secret, code, factor.now.getTime(), factor.lastStep);
    if (step === undefined) return invalid;
    await store.takeStep(tx, userId, step);
    return undefined;
  }

  async function demandCode(tx: Tx, userId: number, code: string): Promise<void> {
    const fault = await faultOf(tx, userId, code);
    if (fault) throw wrong("code", fault);
  }

  /** One transaction whose wrong passwords and codes count together. */
  function guarded<T>(userId: number, ip: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const attempt = { account: String(userId), ip };
    const isWrong = ({ code }: Refusal) => code === "INVALID_CODE" || code === "VALIDATION_FAILED";
    return limits.countFailures("secondFactor", attempt, isWrong, () => inTransaction(db, work));
  }

  return { state, isMissing, adminsNeedOne, begin, confirm, remove, reset, demandAtLogin };
}

async function demandPassword(tx: Tx, userId: number, password: string) {
  const user = (await lockUser(tx, userId)) ?? refuse("NOT_FOUND");
  if (!(await passwordMatches(user.passwordHash, password))) {
    throw wrong("currentPassword", "This is not your present password");
  }
  return user;
}

// Not a 401: that would log the caller out for a slip of the finger.
function wrong(path: "currentPassword" | "code", message: string): Refusal {
  return new Refusal("VALIDATION_FAILED", { fieldErrors: [{ path, message }] });
}

function note(
  tx: Tx,
  actor: Actor,
  action: `secondFactor.${string}`,
  id: number,
  name: string,
): Promise<void> {
  return noteAudit(tx, actor, { action, thing: { type: "user", id, name } });
}
