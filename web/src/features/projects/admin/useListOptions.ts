import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useChoices, type ChoiceList } from "../editor/editor.queries.ts";
import { useChoiceNames } from "./admin.queries.ts";

const waitMs = 200;

/** Returns a field's options from a list on the server: the chosen ids, then what the text passed to `onType` finds. */
export function useListOptions(list: ChoiceList, chosen: readonly string[]) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), waitMs);
  const named = useChoiceNames(list, chosen).data ?? [];
  const found = useChoices(list, q, true).data?.content ?? [];
  const rows = [...named, ...found.filter(({ id }) => !named.some((each) => each.id === id))];
  const data = rows.map(({ id, name }) => ({ value: String(id), label: name }));
  return { data, onType: setTyped };
}
