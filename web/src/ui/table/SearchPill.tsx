import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { filteredBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { FilterPill } from "./FilterPill.tsx";

const searchAfterMs = 200;

interface Props {
  search: TableSearch;
  onChange: ChangeTable;
  /** The filter's name in the search parameters. */
  name: string;
  label: string;
  placeholder: string;
  /** Shown when no record has a matching name. */
  nothingFound: string;
  /** Searches the server by the typed text, and returns the label of the chosen record. */
  useChoices: (
    q: string,
    chosen: string | undefined,
  ) => { choices: { value: string; label: string }[]; chosen: string | undefined };
}

/** Filters by one record out of many, found by searching names. */
export function SearchPill(props: Props) {
  const { search, onChange, name, label, placeholder, nothingFound, useChoices } = props;
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, searchAfterMs);
  const id = search.filters[name];
  const { choices, chosen } = useChoices(q, id);
  return (
    <FilterPill
      label={label}
      value={id && (chosen ?? id)}
      onClear={() => onChange(filteredBy(search, name, ""))}
    >
      <Select
        size="sm"
        searchable
        label={label}
        placeholder={placeholder}
        nothingFoundMessage={nothingFound}
        data={choices}
        // The server has already filtered them.
        filter={({ options }) => options}
        value={id ?? null}
        comboboxProps={{ withinPortal: false }}
        onSearchChange={setTyped}
        onChange={(next) => onChange(filteredBy(search, name, next ?? ""))}
      />
    </FilterPill>
  );
}
