import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import styles from "./ListScreen.module.css";
import type { TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

const searchAfterMs = 300;

interface Props {
  label: string;
  search: TableSearch;
  onChange: ChangeTable;
}

/** A debounced search field; Back and "Show all" update it from the URL. */
export function TableSearchField({ label, search, onChange }: Props) {
  const [typed, setTyped] = useState(search.q);
  const [asked, setAsked] = useState(search.q);
  if (search.q !== asked) {
    setAsked(search.q);
    if (search.q !== typed.trim()) setTyped(search.q);
  }
  const ask = useDebouncedCallback(
    (q: string) => onChange({ ...search, q: q.trim(), page: 0 }, { replace: true }),
    searchAfterMs,
  );
  return (
    <TextInput
      className={styles.search}
      size="sm"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      value={typed}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        ask(currentTarget.value);
      }}
    />
  );
}
