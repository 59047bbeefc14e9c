import { Button, Popover } from "@mantine/core";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./FilterPill.module.css";
import { filteredBy, unfiltered, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { useRestoredFocus } from "../useRestoredFocus.ts";

interface Props {
  label: string;
  /** Describes the chosen value; undefined when the filter is not set. */
  value: string | undefined;
  onClear: () => void;
  /** The fields of the filter. */
  children: ReactNode;
}

/** A filter as a pill: it opens its fields, shows the chosen value, and clears it. */
export function FilterPill({ label, value, onClear, children }: Props) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-start" trapFocus returnFocus width={280}>
      <span className={value ? `${styles.pill} ${styles.on}` : styles.pill}>
        <Popover.Target>
          <button type="button">
            {value ? `${label}: ${value}` : label}
            {!value && <IconChevronDown size={14} stroke={2} aria-hidden />}
          </button>
        </Popover.Target>
        {value && (
          <button
            type="button"
            aria-label={t("table.clearFilter", { label })}
            onClick={({ currentTarget }) => {
              // This button goes with the value.
              currentTarget.parentElement!.querySelector("button")!.focus();
              onClear();
            }}
          >
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        )}
      </span>
      <Popover.Dropdown className={styles.pillFields} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

interface LinkedProps {
  search: TableSearch;
  onChange: ChangeTable;
  /** The filter's name in the search parameters. */
  name: string;
  label: string;
  /** The display name of the chosen value, once loaded. */
  value: string | undefined;
}

/** A filter set by a link from another page: it can be seen and cleared, but has no fields. */
export function LinkedPill({ search, onChange, name, label, value }: LinkedProps) {
  const id = search.filters[name];
  if (!id) return null;
  return (
    <FilterPill
      label={label}
      value={value ?? id}
      onClear={() => onChange(filteredBy(search, name, ""))}
    >
      {value ?? id}
    </FilterPill>
  );
}

/** Clears all filters; renders nothing when none is set. */
export function ClearFilters(props: { search: TableSearch; onChange: ChangeTable }) {
  return Object.keys(props.search.filters).length === 0 ? null : <ClearButton {...props} />;
}

function ClearButton({ search, onChange }: ComponentProps<typeof ClearFilters>) {
  const { t } = useTranslation();
  useRestoredFocus();
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onChange(unfiltered(search))}>
      {t("table.clearAll")}
    </Button>
  );
}

/** An on/off filter. */
export function TogglePill(props: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <span className={props.on ? `${styles.pill} ${styles.on}` : styles.pill}>
      <button type="button" aria-pressed={props.on} onClick={() => props.onChange(!props.on)}>
        {props.label}
      </button>
    </span>
  );
}
