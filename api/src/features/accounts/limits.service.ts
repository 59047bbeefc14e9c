import { createHash } from "node:crypto";
import type { Db, Executor } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import {
  boundsOf,
  callerAddress,
  waitText,
  type Bound,
  type LimitedAction,
  type Limits,
} from "./limits.rules.ts";
import * as store from "./limits.sql.ts";

/** Whoever makes an attempt: the account as named by the caller, existing or not, and the IP address. */
export interface Attempt {
  account: string | undefined;
  ip: string;
}

export type AttemptLimits = ReturnType<typeof createLimits>;

/** Creates rate limits whose counters are in the database, so that all servers share them. */
export function createLimits(db: Db, limits: Limits) {
  function triesOf(action: LimitedAction, attempt: Attempt): (Bound & { key: Buffer })[] {
    const bounds = boundsOf(limits[action], attempt.account !== undefined);
    return bounds.map((bound) => ({ ...bound, key: keyOf(action, bound.of, attempt) }));
  }

  /**
   * Counts an attempt, and throws RATE_LIMITED with the time to wait if there were too many. A refused attempt is not
   * counted anywhere: further attempts do not extend the wait, or use up the quota of others.
   */
  async function count(action: LimitedAction, attempt: Attempt): Promise<void> {
    const tries = triesOf(action, attempt);
    const counts = await store.countTries(db, tries);
    const over = counts.filter(({ counted }) => !counted);
    if (over.length === 0) return;
    const taken = tries.filter((_, index) => counts[index]!.counted);
    if (taken.length > 0) await uncount(taken);
    const retryAfterSeconds = Math.max(1, ...over.map(({ secondsLeft }) => secondsLeft));
    refuse("RATE_LIMITED", { retryAfterSeconds, detail: waitText(retryAfterSeconds) });
  }

  async function uncount(tries: readonly { key: Buffer }[]): Promise<void> {
    await store.uncountTries(
      db,
      tries.map(({ key }) => key),
    );
  }

  /**
   * Counts only failed attempts of `work`: those for whose refusal `failure` returns true. The attempt is counted first and
   * uncounted afterwards, so that a thousand concurrent guesses cannot all pass before the first has failed.
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
      await uncount(triesOf(action, attempt));
      return result;
    } catch (error) {
      if (!(error instanceof Refusal && failure(error))) await uncount(triesOf(action, attempt));
      throw error;
    }
  }

  /** Resets the attempts of an account, from all addresses. */
  async function resetTries(executor: Executor, action: LimitedAction, account: string) {
    await store.deleteTries(executor, accountKey(action, account));
  }

  return { count, countFailures, resetTries };
}

/** Hashed: the table must not become a list of who tried to log in. */
function keyOf(action: LimitedAction, of: Bound["of"], { account = "", ip }: Attempt): Buffer {
  const address = hash(`${action} address ${callerAddress(ip)}`);
  if (of === "address") return address;
  // The keys of an account share a prefix, so that they can be found together.
  const own = accountKey(action, account);
  return of === "account" ? own : Buffer.concat([own, address.subarray(0, 16)]);
}

function accountKey(action: LimitedAction, account: string): Buffer {
  return hash(`${action} account ${account}`).subarray(0, 16);
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
