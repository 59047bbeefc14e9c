import type * as contract from "@tonneline/contract/shortlists";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import { endpointRef, call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";

const listShortlists = endpointRef<typeof contract.listShortlists>({
  method: "GET",
  path: "/me/shortlists",
});
const createShortlist = endpointRef<typeof contract.createShortlist>({
  method: "POST",
  path: "/me/shortlists",
});
const updateShortlist = endpointRef<typeof contract.updateShortlist>({
  method: "PATCH",
  path: "/me/shortlists/:id",
});
const deleteShortlist = endpointRef<typeof contract.deleteShortlist>({
  method: "DELETE",
  path: "/me/shortlists/:id",
});
const keepVintage = endpointRef<typeof contract.setShortlistVintage>({
  method: "PUT",
  path: "/me/shortlists/:id/vintages/:vintageId",
});
const dropVintage = endpointRef<typeof contract.removeShortlistVintage>({
  method: "DELETE",
  path: "/me/shortlists/:id/vintages/:vintageId",
});
const shareShortlist = endpointRef<typeof contract.shareShortlist>({
  method: "POST",
  path: "/me/shortlists/:id/share",
});
const unshareShortlist = endpointRef<typeof contract.unshareShortlist>({
  method: "DELETE",
  path: "/me/shortlists/:id/share",
});
const getShared = endpointRef<typeof contract.getSharedShortlist>({
  method: "GET",
  path: "/shared-shortlists/:key",
});
const listSearches = endpointRef<typeof contract.listSearches>({
  method: "GET",
  path: "/me/searches",
});
const saveSearch = endpointRef<typeof contract.saveSearch>({
  method: "POST",
  path: "/me/searches",
});
const updateSearch = endpointRef<typeof contract.updateSearch>({
  method: "PATCH",
  path: "/me/searches/:id",
});
const deleteSearch = endpointRef<typeof contract.deleteSearch>({
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

/** Queries the company's shortlists with their current content. */
export function useShortlists() {
  return useQuery(listsOptions);
}

/** Queries a shortlist as shown to anybody with its link. */
export function useShared(key: string) {
  return useQuery({
    queryKey: ["shared", key],
    queryFn: ({ signal }) => call(getShared, { params: { key } }, { signal }),
  });
}

/** Queries the caller's own saved searches, by name, with how many projects each finds now. */
export function useSearches() {
  return useQuery({
    queryKey: keys.searches,
    queryFn: ({ signal }) => call(listSearches, { query: {} }, { signal }),
    staleTime: freshMs,
  });
}

/** Returns the shortlists that a project is on, with the vintages; re-renders the caller only when that changes. */
export function useShortlistEntries(projectId: number) {
  const { data } = useQuery({
    ...listsOptions,
    select: (lists) => entriesOfProject(lists, projectId),
  });
  return data ?? [];
}

function entriesOfProject(
  { content }: ResponseOf<typeof contract.listShortlists>,
  projectId: number,
) {
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

const idParam = (id: number) => ({ id: String(id) });

interface Entry {
  id: number;
  vintageId: number;
}
const entryParams = ({ id, vintageId }: Entry) => ({
  id: String(id),
  vintageId: String(vintageId),
});

// Serializes the hearts' writes: two at once would both find no list, and create one each.
let lastWrite: Promise<unknown> = Promise.resolve();

/** The writes of a heart to the shortlists. Plain calls: with hundreds of hearts, three mutations each would be too many. */
export function useHeartWrites() {
  const client = useQueryClient();
  const loadLists = () => client.fetchQuery(listsOptions);
  const reload = () => client.invalidateQueries({ queryKey: keys.lists });
  async function addNow({ projectId, vintageId, firstName }: NewEntry): Promise<string> {
    const lists = await loadLists();
    const [existing] = entriesOfProject(lists, projectId);
    // The heart was pressed before it had loaded its state.
    if (existing) return existing.name;
    try {
      const list =
        lists.content[0] ?? (await callOnce(createShortlist, { body: { name: firstName } }));
      await call(keepVintage, { params: entryParams({ id: list.id, vintageId }), body: {} });
      return list.name;
    } finally {
      await reload();
    }
  }
  return {
    /**
     * Adds a project's vintage to the first shortlist, which is created with this name if there is none; returns the list's
     * name.
     */
    add(newEntry: NewEntry): Promise<string> {
      const turn = lastWrite.then(() => addNow(newEntry));
      lastWrite = turn.catch(() => {});
      return turn;
    },
    /** Removes all vintages of a project, as they are on the lists by then. */
    async remove(projectId: number): Promise<void> {
      const entries = entriesOfProject(await loadLists(), projectId);
      try {
        await Promise.all(entries.map((one) => call(dropVintage, { params: entryParams(one) })));
      } finally {
        await reload();
      }
    },
  };
}

interface NewEntry {
  projectId: number;
  vintageId: number;
  firstName: string;
}

/** Creates a shortlist for the whole company. VALIDATION_FAILED at `name` beyond a hundred. */
export function useCreateShortlist() {
  return useWrite(keys.lists, (name: string) => callOnce(createShortlist, { body: { name } }));
}

/** Renames a shortlist. VERSION_CONFLICT if a colleague has changed it meanwhile. */
export function useRenameShortlist() {
  return useWrite(keys.lists, ({ id, ...body }: { id: number; name: string; version: number }) =>
    call(updateShortlist, { params: idParam(id), body }),
  );
}

/** Deletes a shortlist for the whole company, with its link. */
export function useDeleteShortlist() {
  return useWrite(keys.lists, (id: number) => call(deleteShortlist, { params: idParam(id) }));
}

/**
 * Adds a vintage at today's price, or changes the note of one already on the list: without a note, the existing one stays.
 * VALIDATION_FAILED beyond 500 per list, or 2,000 per company.
 */
export function useAddToShortlist() {
  return useWrite(keys.lists, ({ note, ...one }: Entry & { note?: string }) =>
    call(keepVintage, { params: entryParams(one), body: note === undefined ? {} : { note } }),
  );
}

/** Removes a vintage from a list. NOT_FOUND if it is no longer on it. */
export function useRemoveFromShortlist() {
  return useWrite(keys.lists, (one: Entry) => call(dropVintage, { params: entryParams(one) }));
}

/**
 * Creates a public link to the list without prices, valid for 30 days; a previous one is invalidated. INVALID_TRANSITION
 * while links are disabled.
 */
export function useShareShortlist() {
  return useWrite(keys.lists, (id: number) =>
    call(shareShortlist, { params: idParam(id), body: {} }),
  );
}

/** Invalidates the list's link. */
export function useUnshareShortlist() {
  return useWrite(keys.lists, (id: number) => call(unshareShortlist, { params: idParam(id) }));
}

/** Saves a search; with DAILY, new results are mailed once a day. VALIDATION_FAILED at `name` beyond a hundred. */
export function useSaveSearch() {
  return useWrite(keys.searches, (body: { name: string; query: string; alert: "NONE" | "DAILY" }) =>
    callOnce(saveSearch, { body }),
  );
}

/** Turns a search's mails on or off; results count as new from the moment they are turned on. */
export function useChangeSearch() {
  return useWrite(keys.searches, ({ id, alert }: { id: number; alert: "NONE" | "DAILY" }) =>
    call(updateSearch, { params: idParam(id), body: { alert } }),
  );
}

/** Deletes a search permanently; NOT_FOUND if it is already gone. */
export function useDeleteSearch() {
  return useWrite(keys.searches, (id: number) => call(deleteSearch, { params: idParam(id) }));
}
