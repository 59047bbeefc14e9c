import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Db } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import type { Caller } from "../../core/http/serve.ts";
import { isLockedOut } from "./accounts.rules.ts";
import { lacksFactor } from "./secondFactor.rules.ts";
import { userOfOpenSession } from "./sessions.sql.ts";
import { isExpired, type Tokens } from "./tokens.ts";

// A block or a role change must reach every server within 10 s; half of that leaves room for a slow response.
const callerCacheMs = 5_000;
const callerCacheSize = 10_000;

export type Callers = ReturnType<typeof createCallers>;

/** Resolves tokens to callers, cached for a few seconds. */
export function createCallers(deps: {
  db: Db;
  tokens: Tokens;
  allowsDemonstration: boolean;
  adminsNeedFactor: () => Promise<boolean>;
}) {
  // `readAt` is by the monotonic clock, `now` by the database's.
  const callers = new Map<string, { caller: Caller; readAt: number; now: Date }>();

  /** Resolves an access token; UNAUTHENTICATED if it or its session has ended, or its user is locked out. */
  async function authenticate(authToken: string): Promise<Caller> {
    const claims = verifyAuthToken(authToken);
    const { sid } = claims;
    const cached = callers.get(sid);
    const ageMs = cached && performance.now() - cached.readAt;
    // A token that has expired by the cached time may be valid: the database's clock may have been set back since.
    if (cached && ageMs! < callerCacheMs && !isExpired(claims, cached.now.getTime() + ageMs!)) {
      return cached.caller;
    }
    const user = await userOfOpenSession(deps.db, sid);
    if (!user || isLockedOut(user, deps.allowsDemonstration)) {
      callers.delete(sid);
      return refuse("UNAUTHENTICATED");
    }
    if (isExpired(claims, user.now.getTime())) return refuse("UNAUTHENTICATED");
    const caller = {
      userId: user.id,
      sessionId: sid,
      username: user.username,
      roleName: user.roleName,
      permissions: user.permissions,
      companyId: user.companyId,
      companyRole: user.companyRole as CompanyRole,
      companyBlocked: user.companyBlocked,
      needsSecondFactor: lacksFactor(user) && (await deps.adminsNeedFactor()),
    };
    // Not cached: once the factor is set up, on whichever server, all servers must see it at once.
    if (caller.needsSecondFactor) return caller;
    if (callers.size >= callerCacheSize) callers.clear();
    callers.set(sid, { caller, readAt: performance.now(), now: user.now });
    return caller;
  }

  function verifyAuthToken(authToken: string) {
    try {
      return deps.tokens.verify(authToken, "auth");
    } catch (error) {
      if (error instanceof Refusal) return refuse("UNAUTHENTICATED");
      throw error;
    }
  }

  /** Drops a session from the cache. */
  function invalidate(sessionId: string): void {
    callers.delete(sessionId);
  }

  /** Drops the sessions of an account from the cache; other servers catch up within seconds. */
  function invalidateCallersOf(userId: number): void {
    for (const [sid, { caller }] of callers) if (caller.userId === userId) callers.delete(sid);
  }

  return { authenticate, invalidate, invalidateCallersOf };
}
