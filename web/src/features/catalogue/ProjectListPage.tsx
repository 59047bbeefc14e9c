import type { Category, Facets } from "@tonneline/contract/catalogue";
import type { UseQueryResult } from "@tanstack/react-query";
import { Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { TimeSliced } from "../../ui/TimeSliced.tsx";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { useAllFacets, useFacets, useProjects } from "./catalogue.queries.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import { activeFilters } from "./filters.ts";
import { CategoryTabs } from "./CategoryTabs.tsx";
import { useComparedList } from "./compared.ts";
import { DemonstrationNote } from "./DemonstrationNote.tsx";
import { rememberList } from "./lastList.ts";
import styles from "./list.module.css";
import startStyles from "./start.module.css";
import { ListToolbar } from "./ListToolbar.tsx";
import { Results } from "./Results.tsx";
import { SearchField } from "./SearchField.tsx";
import { useProjectSearch, type ChangeSearch } from "./useProjectSearch.ts";
import { useViewMode } from "./useViewMode.ts";

// On phones it loads with its drawer.
const FilterRail = lazyChunk(async () => ({
  default: (await import("./FilterRail.tsx")).FilterRail,
}));

const MapView = lazyChunk(async () => ({ default: (await import("./map/MapView.tsx")).MapView }));

const StartFrom = lazyChunk(async () => ({ default: (await import("./StartFrom.tsx")).StartFrom }));

const CompareTray = lazyChunk(async () => ({
  default: (await import("./CompareTray.tsx")).CompareTray,
}));

/** The props shared by the parts of the list. */
export interface ListParts {
  category: Category;
  search: ProjectSearch;
  change: ChangeSearch;
  projects: ReturnType<typeof useProjects>;
  /** All choices of the category. */
  all: UseQueryResult<Facets>;
  /** The counts of the current search. */
  now: UseQueryResult<Facets>;
}

/** The list of one category with its filters. The URL holds the whole state. */
export function ProjectListPage({ category }: { category: Category }) {
  const { t } = useTranslation();
  const isWide = useMediaQuery("(width > 1279px)", undefined, { getInitialValueInEffect: false });
  const [search, change] = useProjectSearch();
  const [view, setView] = useViewMode(search, change);
  const projects = useProjects(category, search);
  const all = useAllFacets(category);
  const now = useFacets(category, search);
  useEffect(() => rememberList(category, search), [category, search]);
  const hasTicks = useComparedList(({ list }) => list.length > 0);
  // The table and the map take the full width; there the filters open in a drawer, as on phones.
  const hasRail = view === "cards";
  const parts: ListParts = { category, search, change, projects, all, now };
  const isSale = category === "CREDIT_SALE";
  const demonstration = projects.data?.pages[0]?.content.some((project) => project.demonstration);

  return (
    <>
      <a href="#projects" className={styles.skip}>
        {t("catalogue.list.skip")}
      </a>
      <ListHead category={category}>
        {isWide && (
          <div className={styles.searchDesk}>
            <SearchField category={category} search={search} change={change} />
          </div>
        )}
      </ListHead>
      <CategoryTabs category={category} search={search} now={now.data ?? all.data} />
      <div className={hasRail ? styles.market : `${styles.market} ${styles.open}`}>
        {hasRail && (
          <aside className={styles.rail} aria-label={t("catalogue.filters.title")}>
            {isWide && (
              <Suspense>
                <FilterRail {...parts} />
              </Suspense>
            )}
          </aside>
        )}
        <section className={styles.results} aria-label={t("catalogue.list.label")}>
          {!isWide && (
            <div className={styles.searchPhone}>
              <SearchField category={category} search={search} change={change} />
            </div>
          )}
          <ListToolbar {...parts} view={view} setView={setView} />
          <ActiveFilters search={search} change={change} all={all.data} />
          {isSale && activeFilters(search).length === 0 && (
            <TimeSliced fallback={<div className={startStyles.startRoom} />}>
              <StartFrom {...parts} />
            </TimeSliced>
          )}
          {view !== "map" && search.sort === "relevance" && search.q === "" && (
            <p className={styles.sortedBy}>
              <b>{t("catalogue.list.howSorted")}</b>{" "}
              {t(isSale ? "catalogue.list.sortedBy" : "catalogue.list.sortedUnsold")}
            </p>
          )}
          <div id="projects" tabIndex={-1} className={styles.target}>
            {view === "map" ? (
              <Suspense fallback={<Skeleton height={420} />}>
                <MapView {...parts} />
              </Suspense>
            ) : (
              <Results {...parts} view={view} />
            )}
          </div>
          {hasTicks && (
            <Suspense>
              <CompareTray />
            </Suspense>
          )}
          {demonstration && <DemonstrationNote of="list" className={styles.note} />}
        </section>
      </div>
    </>
  );
}

/** The page's title and what is sold there; `children` are placed beside it. */
function ListHead({ category, children }: { category: Category; children: ReactNode }) {
  const { t } = useTranslation();
  // The body font has no subscript two.
  const [before, after] = t(`catalogue.lead.${category}`).split("₂");
  return (
    <div className={styles.head}>
      <div>
        <h1>{t(`catalogue.category.${category}`)}</h1>
        <p className={styles.lead}>
          {before}
          {after !== undefined && (
            <>
              <sub>2</sub>
              {after}
            </>
          )}
        </p>
      </div>
      {children}
    </div>
  );
}
