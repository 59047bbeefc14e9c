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
  /** Nothing has such a name. */
  nothingFound: string;
  /** What the server finds by what was typed; undefined until it has. */
  useFound: (q: string) => { data: readonly Named[] | undefined };
  /** The ids of those that are chosen. */
  value: string[];
  /** Those that stand in it from elsewhere, with their names as soon as they are there. */
  known: readonly Named[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (ids: string[]) => void;
}

const entriesOf = (records: readonly Named[]) =>
  records.map(({ id, name }) => [String(id), name] as const);

/** Several records of many, each found by its name. */
export function FoundField({ useFound, value, known, nothingFound, onChange, ...field }: Props) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), searchAfterMs);
  const found = useFound(q).data ?? [];
  const [names, setNames] = useState(new Map<string, string>());
  // What was chosen keeps its name while others are searched.
  const choices = new Map([
    ...[...entriesOf(known), ...names].filter(([id]) => value.includes(id)),
    ...entriesOf(found),
  ]);
  return (
    <MultiSelect
      {...field}
      searchable
      // The server has searched already.
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
