import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteView, listViews, saveView, type SavedView } from "@tonneline/contract/views";
import { call } from "./api.ts";

/** The views of an operators' list that the person has set up, the same in every browser; undefined for other lists. */
export function useViews(key: readonly unknown[]) {
  const client = useQueryClient();
  const list = key.join("-");
  const enabled = key[0] === "management";
  const queryKey = ["views", list];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listViews, { query: { list } }, { signal })).content,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  if (!enabled) return undefined;
  const refresh = () => client.invalidateQueries({ queryKey });
  return {
    all: data ?? [],
    /** In the place of one of the same name. */
    save: async (view: Omit<SavedView, "id">) => {
      await call(saveView, { body: { list, ...view } });
      await refresh();
    },
    remove: async (id: number) => {
      await call(deleteView, { params: { id: String(id) } });
      await refresh();
    },
  };
}
