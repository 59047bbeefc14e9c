import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { DirectoryList } from "@tonneline/contract/directory";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useEntryChoices } from "./entries.queries.ts";

const searchAfterMs = 250;

interface Props {
  list: DirectoryList;
  /** The entries to be merged away. */
  without: readonly { id: number }[];
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | boolean | undefined;
}

/** Selects the entry that others are merged into, found by a part of its name. */
export function IntoSelect({ list, without, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, searchAfterMs);
  const choices = useEntryChoices(list, q).data ?? [];
  return (
    <Select
      label={t("directory.into")}
      searchable
      data-autofocus
      // Otherwise the list would cover the dialog's buttons before it is needed.
      openOnFocus={false}
      // The server has already filtered.
      filter={({ options }) => options}
      data={choices
        .filter(({ id }) => without.every((each) => each.id !== id))
        .map((each) => ({ value: String(each.id), label: each.name }))}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      nothingFoundMessage={t("directory.nothingFound")}
      error={error}
    />
  );
}
