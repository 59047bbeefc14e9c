import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";
import { formatTable, parseTable, type TableSearch, type TableSpec } from "./tableSearch.ts";
import { storePageSize } from "./pageSize.ts";

export type ChangeTable = (next: TableSearch, options?: { replace?: boolean }) => void;

/** The list's state, stored only in the URL. With `replace` (typing), Back does not stop at every letter. */
export function useTableSearch(spec: TableSpec): [TableSearch, ChangeTable] {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const search = useMemo(() => parseTable(spec, new URLSearchParams(text)), [spec, text]);
  const navigate = useNavigate();
  const change: ChangeTable = (next, { replace = false } = {}) => {
    void navigate({ to: ".", search: formatTable(spec, next), replace, resetScroll: false });
    // After navigating: the URL carries the new size this once, and other lists use it from then on.
    if (next.size !== search.size) storePageSize(next.size);
  };
  return [search, change];
}
