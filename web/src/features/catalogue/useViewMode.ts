import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { viewModes, type ProjectSearch, type ViewMode } from "./catalogue.search.ts";
import type { ChangeSearch } from "./useProjectSearch.ts";

/**
 * Whether the list shows cards, a table or a map: from the URL, else as last used in this browser. Phones have no room for
 * the table and show cards instead.
 */
export function useViewMode(
  search: ProjectSearch,
  change: ChangeSearch,
): [ViewMode, (mode: ViewMode) => void] {
  const [stored, store] = useLocalStorage<ViewMode>({
    key: "marketplace-view",
    defaultValue: "cards",
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (text) => viewModes.find((mode) => mode === text) ?? "cards",
  });
  const isPhone = useMediaQuery("(max-width: 599px)", undefined, {
    getInitialValueInEffect: false,
  });
  const mode = search.view ?? stored;
  function setMode(view: ViewMode) {
    store(view);
    change((present) => ({ ...present, view }));
  }
  return [isPhone && mode === "table" ? "cards" : mode, setMode];
}
