import { setImmediate as turn } from "node:timers/promises";
import { queryOf, type SavedSearch } from "@tonneline/contract/shortlists";
import { inTransaction, lockOwner, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { limitConcurrency } from "../../core/concurrency.ts";
import type { Once } from "../../core/idempotency.ts";
import type { CatalogueIndex } from "../catalogue/index.ts";
import type { LiveCatalogue } from "../catalogue/live.service.ts";
import { isForSale, matchesOf, type Match } from "../catalogue/matches.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { countOf, knownFrom, newsOf, type Known } from "./alerts.rules.ts";
import { mailNews } from "./searches.mails.ts";
import * as store from "./searches.sql.ts";

export { deleteSearchesOf } from "./searches.sql.ts";

const knownOf = (matches: readonly Match[]): Known =>
  Object.fromEntries(
    matches.map(({ id, priceCents, isForSale }) => [id, [priceCents, isForSale ? 1 : 0]]),
  );

interface Person {
  userId: number;
  /** The company whose prices apply to the search. */
  companyId: number;
}

// Listing them counts each over the whole catalogue: one with many rare words takes a tenth of a second.
const maxSearches = 100;
const oneByOne = limitConcurrency(1);

/** Users' saved searches, counted over the current catalogue. */
export function createSearches(db: Db, catalogue: LiveCatalogue) {
  const found = async (query: string, companyId: number) =>
    matchesOf(await catalogue.current(companyId), queryOf(query));

  async function view(row: store.SearchRow, companyId: number): Promise<SavedSearch> {
    const { alert, createdAt, ...rest } = row;
    return {
      ...rest,
      alert: alert as SavedSearch["alert"],
      projects: (await found(row.query, companyId)).length,
      createdAt: createdAt.toISOString(),
    };
  }
  const read = async ({ userId, companyId }: Person, id: number) =>
    await view((await store.searchBy(db, userId, id)) ?? refuse("NOT_FOUND"), companyId);

  return {
    /**
     * Returns searches as shown to their user. Only one is counted at a time, taking turns between
     * concurrent requests, so that other requests are served in between.
     */
    async views(rows: readonly store.SearchRow[], companyId: number): Promise<SavedSearch[]> {
      const views: SavedSearch[] = [];
      for (const row of rows) {
        const counted = async () => {
          await turn();
          return await view(row, companyId);
        };
        views.push(await oneByOne(counted));
      }
      return views;
    },

    /** Saves a search. Refuses with VALIDATION_FAILED beyond a hundred. */
    async save(
      person: Person,
      search: { name: string; query: string; alert: "NONE" | "DAILY" },
      once: Once,
    ) {
      const { userId, companyId } = person;
      const known = search.alert === "DAILY" ? knownOf(await found(search.query, companyId)) : null;
      const id = await once(db, async (tx) => {
        await lockOwner(tx, "searches", userId);
        if ((await store.countSearches(tx, userId)) >= maxSearches) {
          refuseField("name", `You have ${maxSearches} saved searches. Delete one first.`);
        }
        return await store.insertSearch(tx, { userId, ...search }, known);
      });
      return await read(person, id);
    },

    /** Changes a search; news counts from the moment its alert is turned on. Refuses with NOT_FOUND. */
    async change(person: Person, id: number, change: { name?: string; alert?: "NONE" | "DAILY" }) {
      const { userId, companyId } = person;
      const { query, alert } = (await store.searchBy(db, userId, id)) ?? refuse("NOT_FOUND");
      const alertChanged = change.alert !== undefined && change.alert !== alert;
      const known = change.alert === "DAILY" ? knownOf(await found(query, companyId)) : null;
      await store.updateSearch(db, userId, id, { ...change, ...(alertChanged && { known }) });
      return await read(person, id);
    },

    async remove(userId: number, id: number): Promise<void> {
      if (!(await store.deleteSearch(db, userId, id))) return refuse("NOT_FOUND");
    },
  };
}

/**
 * Notifies users once a day, by mail and notification, of what is new in their searches since the
 * last time. The news of a search is recorded in the same transaction. A failing search does not
 * affect the others; the first error is thrown at the end.
 */
export async function notifyOfNews(db: Db, catalogue: LiveCatalogue): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, companyId } of await store.dueSearches(db)) {
    try {
      const index = await catalogue.current(companyId);
      await inTransaction(db, (tx) => notifyNewsOf(tx, id, index));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function notifyNewsOf(tx: Tx, id: number, index: CatalogueIndex): Promise<void> {
  const search = await store.lockDue(tx, id);
  if (!search) return;
  const { userId, username, name, query } = search;
  const matches = matchesOf(index, queryOf(query));
  const found = knownOf(matches);
  const before = search.known ?? found;
  const news = newsOf(before, found);
  await store.recordKnown(
    tx,
    id,
    knownFrom(before, found, (projectId) => isForSale(index, projectId)),
  );
  const count = countOf(news);
  if (count === 0) return;
  const facts = { searchId: id, searchName: name, searchQuery: query, count };
  await notify(tx, [{ userId, code: "search.news", facts }]);
  const names = new Map(matches.map((match) => [match.id, match.name]));
  await mailNews(tx, username, { name, query, news, nameOf: (one) => names.get(one)!() });
}
