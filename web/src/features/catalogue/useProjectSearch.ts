import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { formatSearch, parseSearch } from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";

export type ChangeSearch = (
  next: ProjectSearch | ((now: ProjectSearch) => ProjectSearch),
  options?: { replace?: boolean },
) => void;

/**
 * The filters of the list, held by the address bar alone. A change adds a step to the history, so that Back undoes it;
 * with `replace` (typing, more pages) it rewrites the present step. The page does not jump.
 */
export function useProjectSearch(): [ProjectSearch, ChangeSearch] {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const search = useMemo(() => parseSearch(new URLSearchParams(text)), [text]);
  const navigate = useNavigate();
  const change: ChangeSearch = useCallback(
    (next, options) => {
      const wanted = typeof next === "function" ? next(search) : next;
      void navigate({
        to: ".",
        search: formatSearch(wanted),
        replace: options?.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate, search],
  );
  return [search, change];
}
