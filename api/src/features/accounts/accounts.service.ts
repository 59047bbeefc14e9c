import type { SessionUser, TokenPair } from "@tonneline/contract/accounts";
import type { PasskeyAnswer } from "@tonneline/contract/proof";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import type { Caller } from "../../core/http/serve.ts";
import { hashPassword, passwordMatches, wasteAPasswordCheck } from "../../core/passwords.ts";
import { avatarOf } from "./avatars.rules.ts";
import type { AttemptLimits } from "./limits.service.ts";
import { isBarred, loginRefusal, refreshTokenSeconds, rotationOf } from "./accounts.rules.ts";
import * as store from "./accounts.sql.ts";
import type { Passkeys } from "./passkeys.service.ts";
import { usernameOfPasskey } from "./passkeys.sql.ts";
import { lacksFactor } from "./secondFactor.rules.ts";
import type { SecondFactors } from "./secondFactor.service.ts";
import { browserOf, coarseAddress } from "./sessions.rules.ts";
import * as sessions from "./sessions.sql.ts";
import { hasRunOut, type TokenClaims, type Tokens } from "./tokens.ts";

// A block or a role change must reach every server within 10 s; half of that leaves room for a slow answer.
const callerCacheMs = 5_000;
const callerCacheSize = 10_000;

const demonstrationOver =
  "Demonstration accounts are closed on this server. Please use an account of your own.";

/** Where a request comes from, as it says. */
export interface From {
  ip: string;
  userAgent: string;
}

export interface Login {
  username: string;
  password: string;
  /** Of the second factor, where there is one. */
  code?: string | undefined;
}

/** What somebody says of themselves. */
type Names = Pick<store.UserChange, "firstName" | "lastName" | "phone">;

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Logging in, staying logged in, and who a token stands for. `onUnverified` hears of right passwords for addresses
 * that are not verified yet; `factors` ask for codes, `passkeys` know theirs. Accounts of the demonstration get in only where `letDemonstrationIn`.
 */
export function createAccounts(
  db: Db,
  tokens: Tokens,
  limits: AttemptLimits,
  onUnverified: (user: store.UserRow) => Promise<void>,
  factors: SecondFactors,
  passkeys: Passkeys,
  letDemonstrationIn: boolean,
) {
  // `readAt` by the clock that only goes forwards, `now` by the database's.
  const callers = new Map<string, { caller: Caller; readAt: number; now: Date }>();

  /** A token pair for the right password; INVALID_PASSWORD after the same work for an unknown username. */
  function login({ username, password, code }: Login, from: From): Promise<TokenPair> {
    const { ip } = from;
    const isFailure = ({ code }: Refusal) => code === "INVALID_PASSWORD";
    const attempt = { account: username, ip };
    return limits.countFailures("login", attempt, isFailure, async () => {
      try {
        const user = await userFor(username, password);
        await factors.demandAtLogin(user.id, code, ip);
        return await openFor(user, from);
      } catch (error) {
        // The first step of two is no failure.
        const failed = error instanceof Refusal && !isFirstStep(error.code);
        if (failed) await noteFailure(username, ip, error.code);
        throw error;
      }
    });
  }

  function noteFailure(username: string | null, ip: string, code: string): Promise<void> {
    const actor = { userId: null, username, ip };
    return noteAudit(db, actor, { action: "login.fail", after: { code } });
  }

  async function userFor(username: string, password: string): Promise<store.UserRow> {
    const user = await store.userByUsername(db, username);
    if (!user) {
      await wasteAPasswordCheck(password);
      return refuse("INVALID_PASSWORD");
    }
    if (!(await passwordMatches(user.passwordHash, password))) return refuse("INVALID_PASSWORD");
    return await allowedIn(user);
  }

  async function allowedIn(user: store.UserRow): Promise<store.UserRow> {
    const refusal = loginRefusal(user, letDemonstrationIn);
    if (refusal === "UNVERIFIED") await onUnverified(user);
    if (refusal === "BLOCKED" && !user.blocked)
      return refuse("BLOCKED", { detail: demonstrationOver });
    return refusal ? refuse(refusal) : user;
  }

  /** A token pair for a passkey's answer to a challenge, which counts as password and second factor. */
  async function loginWithPasskey(answer: PasskeyAnswer, from: From): Promise<TokenPair> {
    try {
      const userId = await passkeys.ownerOf(answer, from.ip);
      const user = (await store.userById(db, userId)) ?? refuse("INVALID_PASSKEY");
      return await openFor(await allowedIn(user), from, { by: "passkey" });
    } catch (error) {
      if (error instanceof Refusal) {
        await noteFailure((await usernameOfPasskey(db, answer.id)) ?? null, from.ip, error.code);
      }
      throw error;
    }
  }

  async function openFor(
    user: store.UserRow,
    from: From,
    after?: { by: "passkey" },
  ): Promise<TokenPair> {
    const sessionUser = sessionUserOf(user, await factors.isMissing(user));
    return inTransaction(db, async (tx) => {
      const place = placeOf(from);
      const session = await sessions.openSession(tx, user.id, refreshTokenSeconds, place);
      await store.noteLogin(tx, user.id);
      await noteAudit(tx, actorOf(user, from.ip), {
        action: "login.succeed",
        ...(after && { after }),
      });
      return tokens.sign(sessionUser, session);
    });
  }

  /** A new pair for a refresh token. An old generation ends the whole session: somebody else has the token. */
  async function refresh(refreshToken: string, from: From): Promise<TokenPair> {
    const account = claimsOf(refreshToken)?.user.username;
    await limits.count("refresh", { account, ip: from.ip });
    const claims = tokens.verify(refreshToken, "refresh");
    const adminsNeedFactor = await factors.adminsNeedOne();
    const pair = await inTransaction(db, async (tx) => {
      const session = await sessions.lockSession(tx, claims.sid);
      const user = session && (await store.userById(tx, session.userId));
      if (!session || !user || isBarred(user, letDemonstrationIn)) return undefined;
      if (hasRunOut(claims, session.now.getTime())) return refuse("TOKEN_EXPIRED");
      const sessionUser = sessionUserOf(user, adminsNeedFactor && lacksFactor(user));
      switch (rotationOf(session, claims.gen, session.now)) {
        case "rotate": {
          const place = placeOf(from);
          const next = await sessions.rotateSession(tx, session.id, refreshTokenSeconds, place);
          return tokens.sign(sessionUser, next);
        }
        case "repeat":
          return tokens.sign(sessionUser, session);
        case "endFamily":
          await sessions.endSession(tx, session.id, "an old refresh token came back");
          await noteAudit(tx, actorOf(user, from.ip), { action: "session.stolen" });
          return undefined;
        case "refuse":
          return undefined;
      }
    });
    if (!pair) callers.delete(claims.sid);
    return pair ?? refuse("INVALID_TOKEN");
  }

  /** Ends the session of a refresh token; says nothing about a token that is worth nothing any more. */
  async function logout(refreshToken: string, ip: string): Promise<void> {
    const claims = claimsOf(refreshToken);
    if (!claims) return;
    const user = await sessions.userOfOpenSession(db, claims.sid);
    await sessions.endSession(db, claims.sid, "logged out");
    if (user) await noteAudit(db, actorOf(user, ip), { action: "session.end" });
    callers.delete(claims.sid);
  }

  function claimsOf(refreshToken: string): TokenClaims | undefined {
    try {
      return tokens.verify(refreshToken, "refresh");
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /** Whom an access token stands for; UNAUTHENTICATED when it, its session or its user's right to be here has ended. */
  async function authenticate(authToken: string): Promise<Caller> {
    const claims = verifyAuthToken(authToken);
    const { sid } = claims;
    const cached = callers.get(sid);
    const ageMs = cached && performance.now() - cached.readAt;
    if (cached && ageMs! < callerCacheMs) {
      if (hasRunOut(claims, cached.now.getTime() + ageMs!)) return refuse("UNAUTHENTICATED");
      return cached.caller;
    }
    const user = await sessions.userOfOpenSession(db, sid);
    if (!user || isBarred(user, letDemonstrationIn)) {
      callers.delete(sid);
      return refuse("UNAUTHENTICATED");
    }
    if (hasRunOut(claims, user.now.getTime())) return refuse("UNAUTHENTICATED");
    const caller = {
      userId: user.id,
      sessionId: sid,
      username: user.username,
      roleName: user.roleName,
      permissions: user.permissions,
      needsSecondFactor: await factors.isMissing(user),
    };
    // Once it is set up, on whichever server, every server is to know at once.
    if (caller.needsSecondFactor) return caller;
    if (callers.size >= callerCacheSize) callers.clear();
    callers.set(sid, { caller, readAt: performance.now(), now: user.now });
    return caller;
  }

  function verifyAuthToken(authToken: string) {
    try {
      return tokens.verify(authToken, "auth");
    } catch (error) {
      if (error instanceof Refusal) return refuse("UNAUTHENTICATED");
      throw error;
    }
  }

  /** Reads anew who the sessions of an account stand for; other servers do so within seconds. */
  function forgetCallersOf(userId: number): void {
    for (const [sid, { caller }] of callers) if (caller.userId === userId) callers.delete(sid);
  }

  async function account(userId: number) {
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

  /** Names and phone; the tokens carry the new names from the next refresh on. */
  async function updateAccount(userId: number, change: Names) {
    await store.updateUser(db, userId, change);
    return await account(userId);
  }

  return {
    login,
    loginWithPasskey,
    refresh,
    logout,
    authenticate,
    account,
    updateAccount,
    forgetCallersOf,
  };
}

function isFirstStep(code: string): boolean {
  return code === "SECOND_FACTOR_REQUIRED" || code === "PASSKEY_REQUIRED";
}

function placeOf({ ip, userAgent }: From): sessions.Place {
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

/** Makes a verified account with a role. False when the username is taken. */
export async function createAccount(
  db: Db,
  account: {
    username: string;
    password: string;
    firstName: string;
    lastName: string;
    roleName: string;
    demonstration: boolean;
  },
): Promise<boolean> {
  const { password, ...rest } = account;
  const passwordHash = await hashPassword(password);
  const none = { phone: null, referalPartnerId: null, referalExternalId: null };
  const made = await store.insertUser(db, { ...rest, ...none, passwordHash, verified: true });
  return made !== undefined;
}
