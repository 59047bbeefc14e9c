import { Button, Popover } from "@mantine/core";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./FilterPill.module.css";
import { filteredBy, unfiltered, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

interface Props {
  label: string;
  /** What is chosen, in words; undefined when nothing is. */
  value: string | undefined;
  onClear: () => void;
  /** The fields of the filter. */
  children: ReactNode;
}

/** A filter behind a pill: it opens its fields, says what is chosen, and takes it back. */
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
          <button type="button" aria-label={t("table.clearFilter", { label })} onClick={onClear}>
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
  /** Of the filter, as the address has it. */
  name: string;
  label: string;
  /** How what is chosen is called, as soon as that is known. */
  value: string | undefined;
}

/** A filter that a link from elsewhere has set: it says so and is taken back, and has no fields of its own. */
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

/** Takes all filters back at once; nothing while there is none. */
export function ClearFilters({ search, onChange }: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  if (Object.keys(search.filters).length === 0) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onChange(unfiltered(search))}>
      {t("table.clearAll")}
    </Button>
  );
}

/** A filter that is on or off. */
export function TogglePill(props: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <span className={props.on ? `${styles.pill} ${styles.on}` : styles.pill}>
      <button type="button" aria-pressed={props.on} onClick={() => props.onChange(!props.on)}>
        {props.label}
      </button>
    </span>
  );
}
