import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteView, listViews, saveView, type SavedView } from "@tonneline/contract/views";
import { call } from "./api.ts";

/** Returns the views that the user has saved for an operators' list, the same in every browser; undefined for other lists. */
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
    /** Replaces a view with the same name. */
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
