import { useLocalStorage } from "@mantine/hooks";

export type ViewMode = "cards" | "table";

/** Whether the list shows cards or a table; this browser remembers it. */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [mode, setMode] = useLocalStorage<ViewMode>({
    key: "marketplace-view",
    defaultValue: "cards",
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (text) => (text === "table" ? "table" : "cards"),
  });
  return [mode, setMode];
}
