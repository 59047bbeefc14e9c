import { Button } from "@mantine/core";
import { IconMessage2 } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { openDialog } from "../../lib/dialogs.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import "../../locales/en/catalogue.ts";
import "../../locales/en/finding.ts";
import cardStyles from "./card.module.css";
import { useProjects, useSuggestions } from "./catalogue.queries.ts";
import { cleared, searchParams, withSuggested, type ProjectSearch } from "./catalogue.search.ts";
import { activeFilters } from "./filters.ts";
import { focusOutsideList } from "./focusNextItem.ts";
import { nearMisses, type NearMiss } from "./near.ts";
import { NearTable } from "./NearTable.tsx";
import styles from "./near.module.css";
import { ProjectCard } from "./ProjectCard.tsx";
import type { ListParts } from "./ProjectListPage.tsx";
import { ReadAsFilters } from "./ReadAsFilters.tsx";
import { useTotals } from "./totals.queries.ts";
import { useFilterName } from "./useNames.ts";

const SaveSearch = lazyChunk(async () => ({
  default: (await import("../shortlists/SaveSearch.tsx")).SaveSearch,
}));

/** No results: shows what can be found by dropping one filter or word, and the best of it. */
export function NoHits(parts: ListParts) {
  const { t } = useTranslation();
  const { category, search, change, all } = parts;
  const filterName = useFilterName(search, all.data);
  const misses = useReadings(parts).flatMap((of) => nearMisses(of).map((miss) => ({ of, miss })));
  const totals = useTotals(
    category,
    misses.map(({ miss }) => miss.search),
  );
  if (misses.length === 0) return <EmptyState title={t("catalogue.list.emptyCategory")} />;

  const rows = misses
    .map((each, nth) => ({ ...each, total: totals[nth] }))
    .filter(({ total }) => total === undefined || total.projects > 0)
    .toSorted((a, b) => (a.total?.projects ?? Infinity) - (b.total?.projects ?? Infinity));
  const wanted = activeFilters(search).map(filterName).join(", ");
  const best = rows.find(({ total, miss }) => total && activeFilters(miss.search).length > 0);
  return (
    <>
      <section className={styles.panel}>
        <h2>{t("catalogue.list.empty", { search: wanted })}</h2>
        <ReadAsFilters {...parts} />
        {rows.length > 0 ? (
          <NearTable {...parts} rows={rows} />
        ) : (
          <p>{t("finding.near.nothing")}</p>
        )}
        <div className={styles.actions}>
          {category === "CREDIT_SALE" && (
            <Suspense>
              <SaveSearch
                query={String(new URLSearchParams(searchParams(search)))}
                suggested={wanted}
                alert
              />
            </Suspense>
          )}
          <Button
            variant="default"
            leftSection={<IconMessage2 size={16} stroke={1.8} aria-hidden />}
            onClick={() =>
              openDialog({
                type: "support",
                header: t("finding.near.source"),
                topic: t("finding.near.topic", { search: wanted }).slice(0, 200),
              })
            }
          >
            {t("finding.near.source")}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              focusOutsideList();
              change(cleared);
            }}
          >
            {t("catalogue.list.clear")}
          </Button>
        </div>
      </section>
      {best && <Nearest {...parts} miss={best.miss} />}
    </>
  );
}

/** Returns the search as typed; and also as the filters that its words match, if these find nothing either. */
function useReadings({ category, search }: ListParts): ProjectSearch[] {
  const { data, isPlaceholderData } = useSuggestions(category, search.q);
  const filters = isPlaceholderData ? undefined : data?.filters;
  const unmet = search.q === "" ? undefined : filters?.find(({ projects }) => projects === 0);
  return unmet ? [search, withSuggested(search, unmet.query)] : [search];
}

/** The first cards of the nearest search. */
function Nearest({ category, all, miss }: ListParts & { miss: NearMiss }) {
  const { t } = useTranslation();
  const near: ProjectSearch = { ...miss.search, sort: "relevance", pages: 1 };
  const filterName = useFilterName(near, all.data);
  const found = useProjects(category, near).data?.pages[0]?.content.slice(0, 3);
  if (!found?.length) return null;
  const search = activeFilters(near).map(filterName).join(", ");
  return (
    <section className={styles.best}>
      <h2>{t("finding.near.best", { search })}</h2>
      <ul className={cardStyles.cards}>
        {found.map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} category={category} first={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
