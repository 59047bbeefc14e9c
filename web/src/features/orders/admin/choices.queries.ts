import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getUser } from "@tonneline/contract/people";
import { getManagedProject, listManagedProjects } from "@tonneline/contract/projects";
import { call } from "../../../lib/api.ts";
import { choicesOf } from "../../../lib/choices.ts";

/** Searches projects by name, and returns the name of the chosen one. */
export function useProjectChoices(q: string, chosen: string | undefined) {
  const found = useQuery({
    queryKey: ["management", "projects", "choose", q],
    queryFn: ({ signal }) =>
      call(listManagedProjects, { query: { size: "8", ...(q && { q }) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const one = useQuery({
    queryKey: ["management", "projects", "one", chosen],
    queryFn: ({ signal }) => call(getManagedProject, { params: { id: chosen ?? "" } }, { signal }),
    enabled: chosen !== undefined,
  });
  return choicesOf(found.data?.content, one.data, chosen);
}

/** Returns a buyer's name; undefined until loaded. */
export function useBuyerName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["management", "users", "one", id],
    queryFn: ({ signal }) => call(getUser, { params: { id: id ?? "" } }, { signal }),
    enabled: id !== undefined,
  });
  return data?.username;
}
