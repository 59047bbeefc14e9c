import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  directory,
  type DirectoryEntry,
  type DirectoryList,
  type ProjectScope,
} from "@tonneline/contract/directory";
import {
  updatePartner,
  createPartner,
  deletePartner,
  getPartnerUses,
} from "@tonneline/contract/partners";
import { call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";
import { listOf } from "../../lib/lists.ts";

/** The lists that projects choose from. */
export const entryLists = {
  auditors: entryList("auditors"),
  developers: entryList("developers"),
  registries: entryList("registries"),
  projectTypes: entryList("projectTypes"),
};

function entryList(list: DirectoryList) {
  const endpoint = directory[list].list;
  const file = endpoint.path.slice("/management/".length);
  return listOf(endpoint, { key: ["management", list], file, sort: "name" });
}

/** Queries entries to merge into, by the typed text. */
export function useEntryChoices(list: DirectoryList, q: string) {
  const query = { size: "20", sort: "name,asc", ...(q.trim() && { q: q.trim() }) };
  return useQuery({
    queryKey: ["management", list, "choices", query],
    queryFn: ({ signal }) => call(directory[list].list, { query }, { signal }),
    select: ({ content }) => content,
    placeholderData: keepPreviousData,
  });
}

/** A name, and for a project type its scope if it was changed. */
export interface EntryValues {
  name: string;
  scope?: ProjectScope;
}

/** Lists whose entries have little more than a name. */
export type EntryList = DirectoryList | "partners";

/** The API calls for an entry, the same for partners and the lists that projects choose from. */
export function actionsOf(list: EntryList) {
  const calls =
    list === "partners"
      ? {
          create: createPartner,
          change: updatePartner,
          uses: getPartnerUses,
          remove: deletePartner,
        }
      : directory[list];
  const paramsOf = ({ id }: { id: number }) => ({ id: String(id) });
  return {
    create: (wanted: EntryValues) => callOnce(calls.create, { body: wanted }),
    change: (entry: Pick<DirectoryEntry, "id" | "version">, wanted: EntryValues) =>
      call(calls.change, { params: paramsOf(entry), body: { ...wanted, version: entry.version } }),
    uses: (entry: Pick<DirectoryEntry, "id">, signal: AbortSignal) =>
      call(calls.uses, { params: paramsOf(entry) }, { signal }),
    remove: (entry: Pick<DirectoryEntry, "id">) => call(calls.remove, { params: paramsOf(entry) }),
  };
}

/**
 * Moves the projects of an entry, and price list rules about it, to another and deletes it. INVALID_TRANSITION into itself,
 * IN_USE for a registry with retirements, NOT_FOUND if it is gone.
 */
export function mergeEntry(list: DirectoryList, entry: DirectoryEntry, intoId: number) {
  const params = { id: String(entry.id) };
  return callOnce(directory[list].merge, { params, body: { intoId } });
}

/** Returns a function that invalidates everything showing names of the list. */
export function useRefreshEntries(list: EntryList) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["management", list] });
}
