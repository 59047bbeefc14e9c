import { useLocalStorage, useMediaQuery } from "@mantine/hooks";

export type ViewMode = "cards" | "table";

/** Whether the list shows cards or a table; this browser remembers it. A phone has no room for the table: cards. */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [mode, setMode] = useLocalStorage<ViewMode>({
    key: "marketplace-view",
    defaultValue: "cards",
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (text) => (text === "table" ? "table" : "cards"),
  });
  const isPhone = useMediaQuery("(max-width: 37.49em)", undefined, {
    getInitialValueInEffect: false,
  });
  return [isPhone ? "cards" : mode, setMode];
}
