import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { formatSearch, parseSearch } from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";

export type ChangeSearch = (
  next: ProjectSearch | ((now: ProjectSearch) => ProjectSearch),
  options?: { replace?: boolean },
) => void;

/**
 * The filters of the list, stored only in the URL. A change adds a history entry, so that Back undoes it; with `replace`
 * (typing, more pages) it replaces the current one. The page does not scroll.
 */
export function useProjectSearch(): [ProjectSearch, ChangeSearch] {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const search = useMemo(() => parseSearch(new URLSearchParams(text)), [text]);
  const navigate = useNavigate();
  const change: ChangeSearch = useCallback(
    (next, options) => {
      const target = typeof next === "function" ? next(search) : next;
      void navigate({
        to: ".",
        search: formatSearch(target),
        replace: options?.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate, search],
  );
  return [search, change];
}
