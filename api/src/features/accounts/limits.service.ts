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

/** Who tries: the account as the caller names it, existing or not, and the address it comes from. */
export interface Attempt {
  account: string | undefined;
  ip: string;
}

export type AttemptLimits = ReturnType<typeof createLimits>;

/** Limits of attempts, counted in the database so that all servers count together. */
export function createLimits(db: Db, limits: Limits) {
  function triesOf(action: LimitedAction, attempt: Attempt): (Bound & { key: Buffer })[] {
    const bounds = boundsOf(limits[action], attempt.account !== undefined);
    return bounds.map((bound) => ({ ...bound, key: keyOf(action, bound.of, attempt) }));
  }

  /**
   * Counts a try, and throws RATE_LIMITED with the time to wait when there were too many. A try that is refused so
   * counts nowhere: whoever goes on trying makes it no longer, and does not use up the room of others.
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
      await uncount(triesOf(action, attempt));
      return result;
    } catch (error) {
      if (!(error instanceof Refusal && failure(error))) await uncount(triesOf(action, attempt));
      throw error;
    }
  }

  /** Forgets the tries of an account, from wherever they came. */
  async function forgive(executor: Executor, action: LimitedAction, account: string) {
    await store.forgetTries(executor, accountKey(action, account));
  }

  return { count, countFailures, forgive };
}

/** Hashed: the table must not become a list of who has tried to log in. */
function keyOf(action: LimitedAction, of: Bound["of"], { account = "", ip }: Attempt): Buffer {
  const address = hash(`${action} address ${callerAddress(ip)}`);
  if (of === "address") return address;
  // The keys of an account begin alike, so that they can be found together.
  const own = accountKey(action, account);
  return of === "account" ? own : Buffer.concat([own, address.subarray(0, 16)]);
}

function accountKey(action: LimitedAction, account: string): Buffer {
  return hash(`${action} account ${account}`).subarray(0, 16);
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
