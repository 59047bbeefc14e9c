import { categories } from "@tonneline/contract/codes";
import { MultiSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { countryChoices } from "../../../lib/countries.ts";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import type { ChoiceList } from "../editor/editor.queries.ts";
import { useListOptions } from "./useListOptions.ts";

interface Props {
  search: TableSearch;
  onChange: ChangeTable;
}

const choicePills = [
  ["type", "projectTypes"],
  ["registry", "registries"],
  ["developer", "developers"],
] as const satisfies readonly (readonly [string, ChoiceList])[];

/** The filters of the list of projects. */
export function ProjectPills({ search, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <ListPill
        name="category"
        label={t("managedProjects.filter.category")}
        data={categories.map((value) => ({
          value,
          label: t(`managedProjects.category.${value}`),
        }))}
        search={search}
        onChange={onChange}
      />
      <ChoicePills search={search} onChange={onChange} />
      <CountryPill search={search} onChange={onChange} />
      <FlagPill
        name="hidden"
        labels={{ false: t("managedProjects.visible"), true: t("managedProjects.hidden") }}
        search={search}
        onChange={onChange}
      />
      <FlagPill
        name="overdue"
        labels={{ true: t("managedProjects.overdue"), false: t("managedProjects.notOverdue") }}
        search={search}
        onChange={onChange}
      />
    </>
  );
}

/** A filter by what is true or false of a project. */
function FlagPill(props: Props & { name: "hidden" | "overdue"; labels: Record<string, string> }) {
  const { name, labels, search, onChange } = props;
  const { t } = useTranslation();
  const label = t(`managedProjects.filter.${name}`);
  const value = search.filters[name];
  return (
    <FilterPill
      label={label}
      value={value && labels[value]}
      onClear={() => onChange(filteredBy(search, name, ""))}
    >
      <Select
        size="sm"
        label={label}
        data={Object.entries(labels).map(([flag, text]) => ({ value: flag, label: text }))}
        value={value ?? null}
        comboboxProps={{ withinPortal: false }}
        onChange={(chosen) => onChange(filteredBy(search, name, chosen ?? ""))}
      />
    </FilterPill>
  );
}

/** Filters by type, registry and developer, shared by all lists of things that belong to projects. */
export function ChoicePills(props: Props) {
  const { t } = useTranslation();
  return choicePills.map(([name, list]) => (
    <ChoicePill
      key={name}
      name={name}
      list={list}
      label={t(`managedProjects.filter.${name}`)}
      {...props}
    />
  ));
}

/** Filters by country. */
export function CountryPill(props: Props) {
  const { t } = useTranslation();
  return (
    <ListPill
      name="country"
      label={t("managedProjects.filter.country")}
      data={countryChoices}
      {...props}
    />
  );
}

interface ListProps extends Props {
  name: string;
  label: string;
  data: { value: string; label: string }[];
  /** If set, the options are searched elsewhere, by the typed text. */
  onType?: (text: string) => void;
}

/** A filter by several options of a list. */
function ListPill({ name, label, data, onType, search, onChange }: ListProps) {
  const { t } = useTranslation();
  const chosen = search.filters[name]?.split(",") ?? [];
  const named = chosen.map((each) => data.find(({ value }) => value === each)?.label ?? each);
  const first = named[0];
  const value =
    named.length > 1
      ? t("managedProjects.filter.more", { name: first, count: named.length - 1 })
      : first;
  return (
    <FilterPill label={label} value={value} onClear={() => onChange(filteredBy(search, name, ""))}>
      <MultiSelect
        size="sm"
        searchable
        label={label}
        data={data}
        value={chosen}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={t("managedProjects.filter.nothing")}
        {...(onType && { onSearchChange: onType, filter: ({ options }) => options })}
        onChange={(next) => onChange(filteredBy(search, name, next.join(",")))}
      />
    </FilterPill>
  );
}

/** A filter by several entries of a list on the server, found by typing. */
function ChoicePill({ list, ...props }: Omit<ListProps, "data"> & { list: ChoiceList }) {
  const chosen = props.search.filters[props.name]?.split(",") ?? [];
  return <ListPill {...props} {...useListOptions(list, chosen)} />;
}
