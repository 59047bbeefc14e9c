import type * as contract from "@tonneline/contract/shortlists";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import { bare, call } from "../../lib/api.ts";

const listShortlists = bare<typeof contract.listShortlists>({
  method: "GET",
  path: "/me/shortlists",
});
const createShortlist = bare<typeof contract.createShortlist>({
  method: "POST",
  path: "/me/shortlists",
});
const updateShortlist = bare<typeof contract.updateShortlist>({
  method: "PATCH",
  path: "/me/shortlists/:id",
});
const deleteShortlist = bare<typeof contract.deleteShortlist>({
  method: "DELETE",
  path: "/me/shortlists/:id",
});
const keepVintage = bare<typeof contract.keepVintage>({
  method: "PUT",
  path: "/me/shortlists/:id/vintages/:vintageId",
});
const dropVintage = bare<typeof contract.dropVintage>({
  method: "DELETE",
  path: "/me/shortlists/:id/vintages/:vintageId",
});
const shareShortlist = bare<typeof contract.shareShortlist>({
  method: "POST",
  path: "/me/shortlists/:id/share",
});
const unshareShortlist = bare<typeof contract.unshareShortlist>({
  method: "DELETE",
  path: "/me/shortlists/:id/share",
});
const getShared = bare<typeof contract.getSharedShortlist>({
  method: "GET",
  path: "/shared-shortlists/:key",
});
const listSearches = bare<typeof contract.listSearches>({ method: "GET", path: "/me/searches" });
const saveSearch = bare<typeof contract.saveSearch>({ method: "POST", path: "/me/searches" });
const updateSearch = bare<typeof contract.updateSearch>({
  method: "PATCH",
  path: "/me/searches/:id",
});
const deleteSearch = bare<typeof contract.deleteSearch>({
  method: "DELETE",
  path: "/me/searches/:id",
});

const keys = { lists: ["shortlists"] as const, searches: ["searches"] as const };
const freshMs = 30_000;

const listsOptions = queryOptions({
  queryKey: keys.lists,
  queryFn: ({ signal }) => call(listShortlists, { query: {} }, { signal }),
  staleTime: freshMs,
});

/** The company's shortlists with what they hold now. */
export function useShortlists() {
  return useQuery(listsOptions);
}

/** A shortlist as anybody with its link reads it. */
export function useShared(key: string) {
  return useQuery({
    queryKey: ["shared", key],
    queryFn: ({ signal }) => call(getShared, { params: { key } }, { signal }),
  });
}

/** The caller's own, by name, with how many projects each finds now. */
export function useSearches() {
  return useQuery({
    queryKey: keys.searches,
    queryFn: ({ signal }) => call(listSearches, { query: {} }, { signal }),
    staleTime: freshMs,
  });
}

/** On which shortlists a project is, with which vintages: who asks is drawn again only when that changes. */
export function useKept(projectId: number) {
  const { data } = useQuery({
    ...listsOptions,
    select: (lists) => keptOf(lists, projectId),
  });
  return data ?? [];
}

function keptOf({ content }: ResponseOf<typeof contract.listShortlists>, projectId: number) {
  return content.flatMap(({ id, name, vintages }) =>
    vintages
      .filter(({ vintage }) => vintage.project.id === projectId)
      .map(({ vintageId }) => ({ id, name, vintageId })),
  );
}

function useWrite<Input, Answer>(
  key: readonly string[],
  mutationFn: (input: Input) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

const named = (id: number) => ({ id: String(id) });

interface Entry {
  id: number;
  vintageId: number;
}
const entry = ({ id, vintageId }: Entry) => ({ id: String(id), vintageId: String(vintageId) });

// Hearts keep one after the other: two at once would both find no list, and begin one each.
let keeping: Promise<unknown> = Promise.resolve();

/** What a heart does to the shortlists. Plain calls: of hundreds of hearts, none follows three writes of its own. */
export function useHeartWrites() {
  const client = useQueryClient();
  const known = () => client.fetchQuery(listsOptions);
  const reload = () => client.invalidateQueries({ queryKey: keys.lists });
  async function keepNow({ projectId, vintageId, firstName }: Wish): Promise<string> {
    const lists = await known();
    const [kept] = keptOf(lists, projectId);
    // The heart was pressed before it could say so.
    if (kept) return kept.name;
    try {
      const list = lists.content[0] ?? (await call(createShortlist, { body: { name: firstName } }));
      await call(keepVintage, { params: entry({ id: list.id, vintageId }), body: {} });
      return list.name;
    } finally {
      await reload();
    }
  }
  return {
    /** Keeps a project's vintage on the first shortlist, begun with this name when there is none; returns what the list is called. */
    keep(wish: Wish): Promise<string> {
      const turn = keeping.then(() => keepNow(wish));
      keeping = turn.catch(() => {});
      return turn;
    },
    /** Takes all of a project off, as it is kept by then. */
    async drop(projectId: number): Promise<void> {
      const kept = keptOf(await known(), projectId);
      try {
        await Promise.all(kept.map((one) => call(dropVintage, { params: entry(one) })));
      } finally {
        await reload();
      }
    },
  };
}

interface Wish {
  projectId: number;
  vintageId: number;
  firstName: string;
}

/** Begins one for the whole company. VALIDATION_FAILED at `name` beyond a hundred. */
export function useCreateShortlist() {
  return useWrite(keys.lists, (name: string) => call(createShortlist, { body: { name } }));
}

/** VERSION_CONFLICT when a colleague has changed the list since. */
export function useRenameShortlist() {
  return useWrite(keys.lists, ({ id, ...body }: { id: number; name: string; version: number }) =>
    call(updateShortlist, { params: named(id), body }),
  );
}

/** Deletes it for the whole company, with its link. */
export function useDeleteShortlist() {
  return useWrite(keys.lists, (id: number) => call(deleteShortlist, { params: named(id) }));
}

/**
 * Keeps a vintage at today's price, or changes the note of one that is kept: without a note its own stays.
 * VALIDATION_FAILED beyond 500 of a list, or 2,000 of the company.
 */
export function useKeepVintage() {
  return useWrite(keys.lists, ({ note, ...one }: Entry & { note?: string }) =>
    call(keepVintage, { params: entry(one), body: note === undefined ? {} : { note } }),
  );
}

/** NOT_FOUND when it is no longer on the list. */
export function useDropVintage() {
  return useWrite(keys.lists, (one: Entry) => call(dropVintage, { params: entry(one) }));
}

/**
 * Makes a link by which anybody reads the list without prices, good for 30 days; the one before ends.
 * INVALID_TRANSITION while links are switched off.
 */
export function useShareShortlist() {
  return useWrite(keys.lists, (id: number) =>
    call(shareShortlist, { params: named(id), body: {} }),
  );
}

/** The link of the list leads nowhere from then on. */
export function useUnshareShortlist() {
  return useWrite(keys.lists, (id: number) => call(unshareShortlist, { params: named(id) }));
}

/** With DAILY its news are mailed once a day. VALIDATION_FAILED at `name` beyond a hundred. */
export function useSaveSearch() {
  return useWrite(keys.searches, (body: { name: string; query: string; alert: "NONE" | "DAILY" }) =>
    call(saveSearch, { body }),
  );
}

/** Turns its mails on or off; what is new counts from the moment in which they are turned on. */
export function useChangeSearch() {
  return useWrite(keys.searches, ({ id, alert }: { id: number; alert: "NONE" | "DAILY" }) =>
    call(updateSearch, { params: named(id), body: { alert } }),
  );
}

/** For good; NOT_FOUND when it is gone already. */
export function useDeleteSearch() {
  return useWrite(keys.searches, (id: number) => call(deleteSearch, { params: named(id) }));
}
