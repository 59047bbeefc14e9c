import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

const searchAfterMs = 250;

interface Named {
  id: number;
  name: string;
}

interface Props {
  ref: (element: HTMLInputElement | null) => void;
  label: string;
  description: string;
  /** Shown when no record has a matching name. */
  nothingFound: string;
  /** Searches the server by the typed text; `data` is undefined while loading. */
  useSearch: (q: string) => { data: readonly Named[] | undefined };
  /** The ids of the chosen records. */
  value: string[];
  /** Records that were already chosen, with their names once loaded. */
  known: readonly Named[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (ids: string[]) => void;
}

const entriesOf = (records: readonly Named[]) =>
  records.map(({ id, name }) => [String(id), name] as const);

/** Chooses several records out of many by searching their names. */
export function SearchMultiSelect({
  useSearch,
  value,
  known,
  nothingFound,
  onChange,
  ...field
}: Props) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), searchAfterMs);
  const found = useSearch(q).data ?? [];
  const [names, setNames] = useState(new Map<string, string>());
  // Chosen records keep their names while the user searches for others.
  const choices = new Map([
    ...[...entriesOf(known), ...names].filter(([id]) => value.includes(id)),
    ...entriesOf(found),
  ]);
  return (
    <MultiSelect
      {...field}
      searchable
      // The server has already filtered them.
      filter={({ options }) => options}
      data={[...choices].map(([id, name]) => ({ value: id, label: name }))}
      value={value}
      nothingFoundMessage={nothingFound}
      onSearchChange={setTyped}
      onChange={(ids) => {
        setNames(new Map([...names, ...choices]));
        onChange(ids);
      }}
    />
  );
}
