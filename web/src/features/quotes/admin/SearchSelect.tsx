import { Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface Choice {
  value: string;
  label: string;
}

interface Props {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called with the typed text, debounced. */
  onSearch: (q: string) => void;
  data: readonly Choice[];
  error: string | undefined;
  autofocus?: boolean;
}

/** A select with more options than fit into a list: typing searches them. */
export function SearchSelect(props: Props) {
  const { value, onChange, data, autofocus = false } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Choice>();
  const search = useDebouncedCallback(props.onSearch, 200);
  const rows = chosen && !data.some((row) => row.value === chosen.value) ? [chosen, ...data] : data;
  return (
    <Select
      searchable
      size="md"
      data-autofocus={autofocus || undefined}
      label={props.label}
      value={value}
      error={props.error}
      data={[...rows]}
      // The server has already filtered them.
      filter={({ options }) => options}
      nothingFoundMessage={t("quotes.offer.none")}
      comboboxProps={{ zIndex: 1200 }}
      onSearchChange={(text) => text !== chosen?.label && search(text.trim())}
      onChange={(id) => {
        setChosen(rows.find((row) => row.value === id));
        onChange(id);
      }}
    />
  );
}
