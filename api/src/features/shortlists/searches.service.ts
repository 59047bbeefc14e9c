import { queryOf, type SavedSearch } from "@tonneline/contract/shortlists";
import type { Db, Executor } from "../../core/db.ts";
import { inTransaction } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { LiveCatalogue } from "../catalogue/live.service.ts";
import { matchesOf, type Match } from "../catalogue/matches.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { countOf, newsOf, type Known } from "./alerts.rules.ts";
import { mailNews } from "./searches.mails.ts";
import * as store from "./searches.sql.ts";

const knownOf = (matches: readonly Match[]): Known =>
  Object.fromEntries(
    matches.map(({ id, priceCents, isForSale }) => [id, [priceCents, isForSale ? 1 : 0]]),
  );

/** Saved searches of people, counted over the catalogue as it is now. */
export function createSearches(db: Db, catalogue: LiveCatalogue) {
  const found = async (query: string) => matchesOf(await catalogue.current(), queryOf(query));

  async function view(row: store.SearchRow): Promise<SavedSearch> {
    const { alert, createdAt, ...rest } = row;
    return {
      ...rest,
      alert: alert as SavedSearch["alert"],
      projects: (await found(row.query)).length,
      createdAt: createdAt.toISOString(),
    };
  }
  const read = async (userId: number, id: number) =>
    await view((await store.searchBy(db, userId, id)) ?? refuse("NOT_FOUND"));

  return {
    view,

    async save(search: { userId: number; name: string; query: string; alert: "NONE" | "DAILY" }) {
      const known = search.alert === "DAILY" ? knownOf(await found(search.query)) : null;
      return await read(search.userId, await store.insertSearch(db, search, known));
    },

    /** What is new counts from the moment in which an alert is turned on. NOT_FOUND. */
    async change(userId: number, id: number, change: { name?: string; alert?: "NONE" | "DAILY" }) {
      const { query, alert } = (await store.searchBy(db, userId, id)) ?? refuse("NOT_FOUND");
      const isTurned = change.alert !== undefined && change.alert !== alert;
      const known = change.alert === "DAILY" ? knownOf(await found(query)) : null;
      await store.updateSearch(db, userId, id, { ...change, ...(isTurned && { known }) });
      return await read(userId, id);
    },

    async remove(userId: number, id: number): Promise<void> {
      if (!(await store.deleteSearch(db, userId, id))) return refuse("NOT_FOUND");
    },
  };
}

/** Takes away what a person saved. */
export async function forgetSearches(executor: Executor, userId: number): Promise<void> {
  await store.deleteSearchesOf(executor, userId);
}

/**
 * Tells everybody what is new in their searches since they were last told, once a day, by mail and notification. What is
 * told of a search is noted in the same transaction.
 */
export async function tellNews(db: Db, catalogue: LiveCatalogue): Promise<void> {
  const due = await store.dueSearches(db);
  if (due.length === 0) return;
  const index = await catalogue.current();
  for (const id of due) {
    await inTransaction(db, async (tx) => {
      const search = await store.lockDue(tx, id);
      if (!search) return;
      const { userId, username, name, query } = search;
      const matches = matchesOf(index, queryOf(query));
      const known = knownOf(matches);
      const news = newsOf(search.known ?? known, known);
      await store.noteKnown(tx, id, known);
      const count = countOf(news);
      if (count === 0) return;
      const facts = { searchId: id, searchName: name, searchQuery: query, count };
      await notify(tx, [{ userId, code: "search.news", facts }]);
      const names = new Map(matches.map((match) => [match.id, match.name]));
      await mailNews(tx, username, { name, query, news, nameOf: (one) => names.get(one)!() });
    });
  }
}
