import { setTimeout as sleep } from "node:timers/promises";
import { commitsHere, type Db } from "../../core/db.ts";
import { indexAt } from "./companyIndex.ts";
import { changesSince, everyProject, markOf, priceLists, type Mark } from "./feed.sql.ts";
import { createIndex, type CatalogueIndex } from "./index.ts";
import { countryWords, rowsAfter, rowsOf } from "./rows.sql.ts";
import { withNamesAbroad } from "./placeWords.rules.ts";
import type { CompanyTerms } from "./ownPrices.rules.ts";
import { termsByCompany } from "./terms.sql.ts";

const pollEveryMs = 400;
// More rows per batch produce more megabytes of garbage, fewer need more statements.
const rowsAtOnce = 250;

export type LiveCatalogue = ReturnType<typeof createLiveCatalogue>;

/** The catalogue as this server has it in memory. */
interface Cached extends Mark {
  built: ReturnType<typeof createIndex>;
  /** By company, for those with price lists. */
  terms: ReadonlyMap<number, CompanyTerms>;
  /** When its last refresh began, on this process's monotonic clock. */
  at: number;
  /** How many transactions of this process had ended by then. */
  commits: number;
  /** How long the build took. */
  buildMs: number;
}

/**
 * The buyers' catalogue in this server's memory, built on first use; it follows the changes that writers record in
 * their transactions (docs/decisions/0030). No answer is older than `oldestMs`, whichever server made the change.
 */
export function createLiveCatalogue(db: Db, { oldestMs = 1000 } = {}) {
  let cached: Cached | undefined;
  let refreshing: Promise<void> | undefined;
  const stopped = new AbortController();

  /**
   * Returns the catalogue at a company's prices or at list prices. It includes everything that this process
   * has committed so far and is never too old. Rejects with the database's error if that cannot be ensured.
   */
  async function current(companyId?: number): Promise<CatalogueIndex> {
    const commits = commitsHere();
    const oldest = performance.now() - oldestMs;
    while (!cached || !isFreshEnough(cached, commits, oldest)) await refreshOnce();
    return pricedFor(cached, companyId);
  }

  /** The same without waiting: undefined if the catalogue would have to be refreshed. */
  function currentIfFresh(companyId?: number): CatalogueIndex | undefined {
    const isCurrent = cached && isFreshEnough(cached, commitsHere(), performance.now() - oldestMs);
    return isCurrent ? pricedFor(cached!, companyId) : undefined;
  }

  function refreshOnce(): Promise<void> {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function refresh(): Promise<void> {
    const at = performance.now();
    const commits = commitsHere();
    if (!cached) {
      cached = await build(db, at, commits);
      return;
    }
    const { ids, isLost, ...mark } = await changesSince(db, cached);
    if (isLost || ids.includes(everyProject) || cached.built.needsRebuild()) {
      cached = await build(db, at, commits);
      return;
    }
    const { built } = cached;
    const isPriced = ids.includes(priceLists) || mark.day !== cached.day;
    const terms = isPriced ? await termsByCompany(db) : cached.terms;
    await applyChanges(db, built, ids);
    cached = { ...cached, built, terms, at, commits, ...mark };
  }

  function state() {
    if (!cached) return null;
    return { ageMs: performance.now() - cached.at, projects: cached.built.index.slotOf.size };
  }

  return {
    current,
    currentIfFresh,
    /** Polls for changes until stopped, so that no request has to wait for them. */
    async follow(onError: (error: unknown) => void): Promise<void> {
      while (!stopped.signal.aborted) {
        await refreshOnce().catch(onError);
        await sleep(pollEveryMs, undefined, { signal: stopped.signal }).catch(() => {});
      }
    },
    async stop(): Promise<void> {
      stopped.abort();
      await refreshing?.catch(() => {});
    },
    /** Null until the first build. */
    state,
    gauges: gaugesOf(() => ({ ...state(), buildMs: cached?.buildMs ?? 0 })),
  };
}

/** Builds from a single snapshot: the next refresh finds all later changes. */
function build(db: Db, at: number, commits: number): Promise<Cached> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const mark = await markOf(tx);
      const built = createIndex(withNamesAbroad(await countryWords(tx)));
      // The next batch is being fetched while this one is added.
      let next = rowsAfter(tx, 0, rowsAtOnce);
      for (let rows; (rows = await next).length > 0;) {
        next = rowsAfter(tx, rows.at(-1)!.id, rowsAtOnce);
        for (const row of rows) built.put(row);
      }
      const terms = await termsByCompany(tx);
      return { built, terms, at, commits, buildMs: performance.now() - at, ...mark };
    });
}

/** Reads these projects again; those that no longer exist are removed from the index. */
async function applyChanges(db: Db, built: Cached["built"], ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const some = ids.slice(from, from + rowsAtOnce);
    const rows = await rowsOf(db, some);
    const gone = new Set(some);
    for (const row of rows) {
      if (row.hidden) continue;
      built.put(row);
      gone.delete(row.id);
    }
    for (const id of gone) built.remove(id);
  }
}

/** Whether its refresh began after that many commits, and not before that time. */
const isFreshEnough = ({ commits, at }: Cached, since: number, oldest: number) =>
  commits >= since && at >= oldest;

function pricedFor({ built, terms }: Cached, companyId: number | undefined): CatalogueIndex {
  const own = companyId === undefined ? undefined : terms.get(companyId);
  return own ? indexAt(built.index, own) : built.index;
}

interface State {
  ageMs?: number;
  projects?: number;
  buildMs: number;
}

/** Gauges for the metrics. */
function gaugesOf(state: () => State) {
  return [
    {
      name: "catalogue_age_seconds",
      help: "How long ago the catalogue in memory was last brought up to date",
      value: () => (state().ageMs ?? Number.NaN) / 1000,
    },
    {
      name: "catalogue_projects",
      help: "Projects in the catalogue in memory",
      value: () => state().projects ?? 0,
    },
    {
      name: "catalogue_build_seconds",
      help: "How long the catalogue in memory took to build when it was last built",
      value: () => state().buildMs / 1000,
    },
  ];
}
