import { Button, Drawer, Tooltip, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconLayoutGrid, IconListDetails } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useClosedByBack } from "../../ui/useClosedByBack.ts";
import { sortChoices, type SortChoice } from "./catalogue.search.ts";
import { FilterRail } from "./FilterRail.tsx";
import { activeFilters } from "./filters.ts";
import styles from "./list.module.css";
import type { ListParts } from "./ProjectListPage.tsx";
import type { ViewMode } from "./useViewMode.ts";

interface Props extends ListParts {
  view: ViewMode;
  setView: (mode: ViewMode) => void;
}

/** What was found, the order, and how it is shown; below lg also the button that opens the filters. */
export function ListToolbar({ view, setView, ...parts }: Props) {
  const { t } = useTranslation();
  const { search, change } = parts;
  return (
    <div className={styles.toolbar}>
      <ResultCount {...parts} />
      <FilterDrawer {...parts} />
      <Sort
        sort={search.sort}
        hasWords={search.q !== ""}
        onSort={(sort) => change((present) => ({ ...present, sort, pages: 1 }))}
      />
      <div className={styles.seg} role="group" aria-label={t("catalogue.list.view")}>
        {(["cards", "table"] as const).map((mode) => {
          const Icon = mode === "cards" ? IconLayoutGrid : IconListDetails;
          return (
            <Tooltip key={mode} label={t(`catalogue.list.${mode}`)}>
              <button
                type="button"
                aria-pressed={view === mode}
                aria-label={t(`catalogue.list.${mode}`)}
                onClick={() => setView(mode)}
              >
                <Icon size={16} stroke={1.8} aria-hidden />
              </button>
            </Tooltip>
          );
        })}
      </div>
    </div>
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
  return (
    <div className={styles.sort}>
      <label htmlFor={id}>{t("catalogue.list.sort")}</label>
      <SelectField
        id={id}
        className={styles.sortSelect}
        classNames={{ wrapper: styles.touch! }}
        value={sort}
        onChange={(event) => {
          const chosen = sortChoices.find((choice) => choice === event.currentTarget.value);
          if (chosen) onSort(chosen);
        }}
        data={sortChoices.map((choice) => ({
          value: choice,
          label: t(`catalogue.sort.${choice === "relevance" && hasWords ? "match" : choice}`),
        }))}
      />
    </div>
  );
}

/** The filters below lg. They take effect at once; the button at the foot says what they find and closes. */
function FilterDrawer({ category, search, change, projects, all, now }: ListParts) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure(false);
  useClosedByBack(opened, close);
  const active = activeFilters({ ...search, q: "" }).length;
  const total = projects.data?.pages[0]?.totalElements ?? 0;
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
      <Drawer
        opened={opened}
        onClose={close}
        position="left"
        title={t("catalogue.filters.title")}
        closeButtonProps={{ "aria-label": t("catalogue.filters.close") }}
        classNames={{ body: styles.drawerBody!, title: styles.drawerTitle! }}
      >
        <FilterRail category={category} search={search} change={change} all={all} now={now} />
        <div className={styles.drawerFoot}>
          <BusyButton size="lg" fullWidth onClick={close} busy={projects.isPlaceholderData}>
            {t("catalogue.filters.apply", { count: total, total: whole(total) })}
          </BusyButton>
        </div>
      </Drawer>
    </>
  );
}
