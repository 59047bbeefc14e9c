import { Button, Tooltip, VisuallyHidden } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconLayoutGrid,
  IconListDetails,
  IconMap2,
} from "@tabler/icons-react";
import { Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { tonnes, whole } from "../../lib/format.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { useLazyPanel } from "../../ui/useLazyPanel.ts";
import {
  searchParams,
  sortChoices,
  viewModes,
  type SortChoice,
  type ViewMode,
} from "./catalogue.search.ts";
import { activeFilters } from "./filters.ts";
import styles from "./list.module.css";
import type { ListParts } from "./ProjectListPage.tsx";
import { useFilterName } from "./useNames.ts";

const FilterDrawer = lazyChunk(async () => ({
  default: (await import("./FilterDrawer.tsx")).FilterDrawer,
}));

const SaveSearch = lazyChunk(async () => ({
  default: (await import("../shortlists/SaveSearch.tsx")).SaveSearch,
}));

interface Props extends ListParts {
  view: ViewMode;
  setView: (mode: ViewMode) => void;
}

const icons = { cards: IconLayoutGrid, table: IconListDetails, map: IconMap2 };

/** The number of results, the sort order and the view; below lg also the button that opens the filters. */
export function ListToolbar({ view, setView, ...parts }: Props) {
  const { t } = useTranslation();
  const { search, change } = parts;
  return (
    <div className={styles.toolbar}>
      <ResultCount {...parts} />
      <FilterButton {...parts} />
      {parts.category === "CREDIT_SALE" && <SaveSearchButton {...parts} />}
      {view !== "map" && (
        <Sort
          sort={search.sort}
          hasWords={search.q !== ""}
          onSort={(sort) => change((present) => ({ ...present, sort, pages: 1 }))}
        />
      )}
      <div className={styles.seg} role="group" aria-label={t("catalogue.list.view")}>
        {viewModes.map((mode) => {
          const Icon = icons[mode];
          return (
            <Tooltip key={mode} label={t(`catalogue.list.hint.${mode}`)}>
              <button
                type="button"
                className={styles[mode]}
                aria-pressed={view === mode}
                onClick={() => setView(mode)}
              >
                <Icon size={16} stroke={1.8} aria-hidden />
                {t(`catalogue.list.${mode}`)}
              </button>
            </Tooltip>
          );
        })}
      </div>
    </div>
  );
}

/** A button that saves the search, if any filter is set. */
function SaveSearchButton({ search, all }: ListParts) {
  const filterName = useFilterName(search, all.data);
  const names = activeFilters(search).map(filterName);
  if (names.length === 0) return null;
  const query = String(new URLSearchParams(searchParams(search)));
  return (
    <Suspense>
      <SaveSearch key={query} query={query} suggested={names.join(", ")} />
    </Suspense>
  );
}

function ResultCount({ category, projects }: ListParts) {
  const { t } = useTranslation();
  const page = projects.data?.pages[0];
  return (
    <p className={styles.count} aria-live="polite">
      {page && !projects.isPlaceholderData && (
        <>
          <b>
            {t("catalogue.list.result", {
              count: page.totalElements,
              total: whole(page.totalElements),
            })}
          </b>{" "}
          {category === "CREDIT_SALE" && page.availableCredits > 0 && (
            <span>{t("catalogue.list.withTonnes", { tonnes: tonnes(page.availableCredits) })}</span>
          )}
        </>
      )}
    </p>
  );
}

interface SortProps {
  sort: SortChoice;
  hasWords: boolean;
  onSort: (sort: SortChoice) => void;
}

function Sort({ sort, hasWords, onSort }: SortProps) {
  const { t } = useTranslation();
  const id = useId();
  // A table header may have reversed the order.
  const choices = [...new Set<SortChoice>([...sortChoices, sort])];
  return (
    <div className={styles.sort}>
      <label htmlFor={id}>{t("catalogue.list.sort")}</label>
      <SelectField
        id={id}
        className={styles.sortSelect}
        classNames={{ wrapper: styles.touch! }}
        value={sort}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice === event.currentTarget.value);
          if (chosen) onSort(chosen);
        }}
        data={choices.map((choice) => ({
          value: choice,
          label: t(`catalogue.sort.${choice === "relevance" && hasWords ? "match" : choice}`),
        }))}
      />
    </div>
  );
}

/** Opens the filters below lg. */
function FilterButton(parts: ListParts) {
  const { t } = useTranslation();
  const { opened, wasOpened, open, close } = useLazyPanel();
  const active = activeFilters({ ...parts.search, q: "" }).length;
  return (
    <>
      <Button
        className={styles.filterButton}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden />}
        rightSection={
          active > 0 && (
            <span className={styles.active}>
              {active} <VisuallyHidden>{t("catalogue.filters.active")}</VisuallyHidden>
            </span>
          )
        }
        onClick={open}
      >
        {t("catalogue.filters.open")}
      </Button>
      {wasOpened && (
        <Suspense>
          <FilterDrawer {...parts} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
