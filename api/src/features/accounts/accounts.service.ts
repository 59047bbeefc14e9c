import type { SessionUser, TokenPair } from "@tonneline/contract/accounts";
import type { PasskeyAnswer } from "@tonneline/contract/proof";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { hashPassword, passwordMatches, runDummyPasswordCheck } from "../../core/passwords.ts";
import { avatarOf } from "./avatars.rules.ts";
import type { Gate } from "./gate.ts";
import { isLockedOut, loginRefusal, refreshTokenSeconds, rotationOf } from "./accounts.rules.ts";
import * as store from "./accounts.sql.ts";
import { passkeyOwner } from "./passkeys.service.ts";
import { usernameOfPasskey } from "./passkeys.sql.ts";
import { lacksFactor } from "./secondFactor.rules.ts";
import { renewVerification } from "./registration.service.ts";
import { requireFactorAtLogin, isFactorMissing } from "./secondFactor.service.ts";
import { browserOf, coarseAddress } from "./sessions.rules.ts";
import * as sessions from "./sessions.sql.ts";
import { isExpired, type TokenClaims } from "./tokens.ts";

const demonstrationOver =
  "Demonstration accounts are closed on this server. Please use an account of your own.";

/** Origin of a request, as sent by the client. */
export interface From {
  ip: string;
  userAgent: string;
}

export interface Login {
  username: string;
  password: string;
  /** Second factor code, if the account has a second factor. */
  code?: string | undefined;
}

/** Personal details that a user can edit. */
type Names = Pick<store.UserChange, "firstName" | "lastName" | "phone">;

/** Returns a token pair for the right password. INVALID_PASSWORD, after the same work for an unknown username. */
export function login(
  gate: Gate,
  { username, password, code }: Login,
  from: From,
): Promise<TokenPair> {
  const { ip } = from;
  const isFailure = ({ code }: Refusal) => code === "INVALID_PASSWORD";
  const attempt = { account: username, ip };
  return gate.limits.countFailures("login", attempt, isFailure, async () => {
    try {
      const user = await userFor(gate, username, password);
      await requireFactorAtLogin(gate, user.id, code, ip);
      return await openFor(gate, user, from);
    } catch (error) {
      // The first step of a two-step login is not a failure.
      const failed = error instanceof Refusal && !isFirstStep(error.code);
      if (failed) await recordFailure(gate, username, ip, error.code);
      throw error;
    }
  });
}

function recordFailure(
  gate: Gate,
  username: string | null,
  ip: string,
  code: string,
): Promise<void> {
  const actor = { userId: null, username, ip };
  return recordAudit(gate.db, actor, { action: "login.fail", after: { code } });
}

async function userFor(gate: Gate, username: string, password: string): Promise<store.UserRow> {
  const user = await store.userByUsername(gate.db, username);
  if (!user) {
    await runDummyPasswordCheck(password);
    return refuse("INVALID_PASSWORD");
  }
  if (!(await passwordMatches(user.passwordHash, password))) return refuse("INVALID_PASSWORD");
  return await allowedIn(gate, user);
}

async function allowedIn(gate: Gate, user: store.UserRow): Promise<store.UserRow> {
  const refusal = loginRefusal(user, gate.allowsDemonstration);
  if (refusal === "UNVERIFIED") await renewVerification(gate.db, user);
  if (refusal === "BLOCKED" && !user.blocked)
    return refuse("BLOCKED", { detail: demonstrationOver });
  return refusal ? refuse(refusal) : user;
}

/** Returns a token pair for a passkey's response to a challenge, which counts as password and second factor. */
export async function loginWithPasskey(
  gate: Gate,
  answer: PasskeyAnswer,
  from: From,
): Promise<TokenPair> {
  try {
    const userId = await passkeyOwner(gate, answer, from.ip);
    const user = (await store.userById(gate.db, userId)) ?? refuse("INVALID_PASSKEY");
    return await openFor(gate, await allowedIn(gate, user), from, { by: "passkey" });
  } catch (error) {
    if (error instanceof Refusal) {
      await recordFailure(
        gate,
        (await usernameOfPasskey(gate.db, answer.id)) ?? null,
        from.ip,
        error.code,
      );
    }
    throw error;
  }
}

async function openFor(
  gate: Gate,
  user: store.UserRow,
  from: From,
  after?: { by: "passkey" },
): Promise<TokenPair> {
  const sessionUser = sessionUserOf(user, await isFactorMissing(gate, user));
  return inTransaction(gate.db, async (tx) => {
    if (!(await store.recordLogin(tx, user)))
      return refuse(after ? "INVALID_PASSKEY" : "INVALID_PASSWORD");
    const origin = originOf(from);
    const session = await sessions.openSession(tx, user.id, refreshTokenSeconds, origin);
    await recordAudit(tx, actorOf(user, from.ip), {
      action: "login.succeed",
      ...(after && { after }),
    });
    return gate.tokens.sign(sessionUser, session);
  });
}

/** Exchanges a refresh token for a new pair. An old generation ends the whole session: the token was stolen. */
export async function refresh(gate: Gate, refreshToken: string, from: From): Promise<TokenPair> {
  const account = refreshClaims(gate, refreshToken)?.user.username;
  await gate.limits.count("refresh", { account, ip: from.ip });
  const claims = gate.tokens.verify(refreshToken, "refresh");
  const adminsNeedFactor = await gate.adminsNeedFactor();
  const pair = await inTransaction(gate.db, async (tx) => {
    const session = await sessions.lockSession(tx, claims.sid);
    const user = session && (await store.userById(tx, session.userId));
    if (!session || !user || isLockedOut(user, gate.allowsDemonstration)) return undefined;
    if (isExpired(claims, session.now.getTime())) return refuse("TOKEN_EXPIRED");
    const sessionUser = sessionUserOf(user, adminsNeedFactor && lacksFactor(user));
    switch (rotationOf(session, claims.gen, session.now)) {
      case "rotate": {
        const origin = originOf(from);
        const next = await sessions.rotateSession(tx, session.id, refreshTokenSeconds, origin);
        return gate.tokens.sign(sessionUser, next);
      }
      case "repeat":
        return gate.tokens.sign(sessionUser, session);
      case "endFamily":
        await sessions.endSession(tx, session.id, "an old refresh token came back");
        await recordAudit(tx, actorOf(user, from.ip), { action: "session.stolen" });
        return undefined;
      case "refuse":
        return undefined;
    }
  });
  if (!pair) gate.callers.invalidate(claims.sid);
  return pair ?? refuse("INVALID_TOKEN");
}

/** Ends the session of a refresh token; silently ignores a token that is no longer valid. */
export async function logout(gate: Gate, refreshToken: string, ip: string): Promise<void> {
  const claims = refreshClaims(gate, refreshToken);
  if (!claims) return;
  await inTransaction(gate.db, async (tx) => {
    const user = await sessions.userOfOpenSession(tx, claims.sid);
    const isEnded = await sessions.endSession(tx, claims.sid, "logged out");
    if (user && isEnded) await recordAudit(tx, actorOf(user, ip), { action: "session.end" });
  });
  gate.callers.invalidate(claims.sid);
}

function refreshClaims(gate: Gate, refreshToken: string): TokenClaims | undefined {
  try {
    return gate.tokens.verify(refreshToken, "refresh");
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Returns an account as its owner sees it. NOT_FOUND. */
export async function accountOf(db: Db, userId: number) {
  const user = (await store.userById(db, userId)) ?? refuse("NOT_FOUND");
  const { id, username, firstName, lastName, phone, roleId, roleName, permissions } = user;
  const role = { id: roleId, name: roleName, permissions };
  return {
    id,
    username,
    firstName,
    lastName,
    phone,
    avatar: avatarOf(user.avatarStorageKey),
    role,
  };
}

/** Updates names and phone. Tokens carry the new names from the next refresh on. */
export async function updateAccount(db: Db, userId: number, change: Names) {
  await inTransaction(db, async (tx) => {
    if (!(await store.lockOwn(tx, userId))) refuse("UNAUTHENTICATED");
    await store.updateUser(tx, userId, change);
  });
  return await accountOf(db, userId);
}

function isFirstStep(code: string): boolean {
  return code === "SECOND_FACTOR_REQUIRED" || code === "PASSKEY_REQUIRED";
}

function originOf({ ip, userAgent }: From): sessions.SessionOrigin {
  return { browser: browserOf(userAgent), address: coarseAddress(ip) };
}

function actorOf({ id, username }: store.UserRow, ip: string): Actor {
  return { userId: id, username, ip };
}

function sessionUserOf(user: store.UserRow, needsSecondFactor: boolean): SessionUser {
  const { username, firstName, lastName, permissions } = user;
  const role = { id: user.roleId, name: user.roleName };
  return {
    username,
    firstName,
    lastName,
    avatar: avatarOf(user.avatarStorageKey),
    permissions,
    role,
    ...(needsSecondFactor && { needsSecondFactor }),
  };
}

/** Creates a verified account with a role and returns its id; undefined if the username is taken. */
export async function createAccount(
  executor: Executor,
  account: {
    username: string;
    password: string;
    firstName: string;
    lastName: string;
    roleName: string;
    demonstration: boolean;
    /** Name of its own company; defaults to the person's name. */
    companyName?: string;
  },
): Promise<number | undefined> {
  const { password, companyName: _name, ...rest } = account;
  const passwordHash = await hashPassword(password);
  const none = { phone: null, referalPartnerId: null, referalExternalId: null };
  const company = { name: account.companyName ?? `${rest.firstName} ${rest.lastName}` };
  const made = await store.insertUser(executor, {
    ...rest,
    ...none,
    company,
    passwordHash,
    verified: true,
  });
  return made?.id;
}
