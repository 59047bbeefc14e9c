import { createHash } from "node:crypto";
import type { Db } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { callerAddress, waitText, type LimitedAction, type Limits } from "./limits.rules.ts";
import * as store from "./limits.sql.ts";

/** Who tries: the account as the caller names it, existing or not, and the address it comes from. */
export interface Attempt {
  account: string | undefined;
  ip: string;
}

export type AttemptLimits = ReturnType<typeof createLimits>;

/** Limits of attempts, counted in the database so that all servers count together. */
export function createLimits(db: Db, limits: Limits) {
  function keysOf(action: LimitedAction, { account, ip }: Attempt): Buffer[] {
    // Always the account first: two statements that lock the same two rows must do so in one order.
    const keys = [keyOf(action, "address", callerAddress(ip))];
    if (account !== undefined) keys.unshift(keyOf(action, "account", account));
    return keys;
  }

  /** Counts a try, and throws RATE_LIMITED with the time to wait when there were too many. */
  async function count(action: LimitedAction, attempt: Attempt): Promise<void> {
    const { perAccount, perAddress, windowSeconds } = limits[action];
    const allowed = attempt.account === undefined ? [perAddress] : [perAccount, perAddress];
    const counts = await store.countTries(db, keysOf(action, attempt), windowSeconds);
    const over = counts.filter(({ tries }, index) => tries > allowed[index]!);
    if (over.length === 0) return;
    const retryAfterSeconds = Math.max(1, ...over.map(({ secondsLeft }) => secondsLeft));
    refuse("RATE_LIMITED", { retryAfterSeconds, detail: waitText(retryAfterSeconds) });
  }

  /**
   * Counts only failed tries of `work`: those it refuses with `failure`. The try is counted before and taken back
   * after, so that a thousand guesses at once don't all pass before the first has failed.
   */
  async function countFailures<T>(
    action: LimitedAction,
    attempt: Attempt,
    failure: (refusal: Refusal) => boolean,
    work: () => Promise<T>,
  ): Promise<T> {
    await count(action, attempt);
    try {
      const result = await work();
      await store.uncountTries(db, keysOf(action, attempt));
      return result;
    } catch (error) {
      if (!(error instanceof Refusal && failure(error))) {
        await store.uncountTries(db, keysOf(action, attempt));
      }
      throw error;
    }
  }

  return { count, countFailures };
}

// Hashed: the table must not become a list of who has tried to log in.
function keyOf(action: LimitedAction, kind: string, who: string): Buffer {
  return createHash("sha256").update(`${action} ${kind} ${who}`).digest();
}
