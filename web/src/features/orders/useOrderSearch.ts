import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";
import { formatSearch, parseSearch, type OrderSearch } from "./orders.search.ts";

export type ChangeOrderSearch = (next: OrderSearch, options?: { replace?: boolean }) => void;

/** The filters of the list, stored only in the URL. `replace`, for typing, keeps Back from stopping at every letter. */
export function useOrderSearch(): [OrderSearch, ChangeOrderSearch] {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const search = useMemo(() => parseSearch(new URLSearchParams(text)), [text]);
  const navigate = useNavigate();
  const change: ChangeOrderSearch = (next, { replace = false } = {}) =>
    void navigate({ to: ".", search: formatSearch(next), replace, resetScroll: false });
  return [search, change];
}
