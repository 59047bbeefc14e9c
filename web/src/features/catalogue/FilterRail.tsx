import type { Category } from "@tonneline/contract/catalogue";
import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAllFacets, useFacets } from "./catalogue.queries.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import { Filters } from "./Filters.tsx";
import styles from "./filters.module.css";
import type { ChangeSearch } from "./useProjectSearch.ts";
import waiting from "../../ui/waiting.module.css";

interface Props {
  category: Category;
  search: ProjectSearch;
  change: ChangeSearch;
}

/**
 * The filters in their states: loading, failed and loaded. They fail on their own; the list stays. They query what they
 * show themselves: as they load later than the page, it would not learn of failures that only they show.
 */
export function FilterRail({ category, search, change }: Props) {
  const { t } = useTranslation();
  const all = useAllFacets(category);
  const now = useFacets(category, search);
  if (all.isError && !all.data)
    return (
      <div className={styles.failed} role="alert">
        <p>{t("catalogue.filters.failed")}</p>
        <Button variant="default" onClick={() => void all.refetch()}>
          {t("catalogue.list.retry")}
        </Button>
      </div>
    );
  if (!all.data) return <FiltersSkeleton />;
  return (
    <Filters
      category={category}
      search={search}
      change={change}
      all={all.data}
      now={now.data ?? all.data}
    />
  );
}

function FiltersSkeleton() {
  return (
    <div aria-hidden className={waiting.late}>
      {[3, 6, 5, 5].map((rows, group) => (
        <div key={group} className={styles.group}>
          <Skeleton height={14} width="45%" mb={14} />
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} height={14} my={14} width={`${92 - ((row * 17) % 40)}%`} />
          ))}
        </div>
      ))}
    </div>
  );
}
