import type { Category, Facets } from "@tonneline/contract/catalogue";
import { categories } from "@tonneline/contract/codes";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { searchParams, type ProjectSearch } from "./catalogue.search.ts";
import { whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { categoryPath } from "./categories.ts";
import { categoryCount } from "./filters.ts";
import styles from "./tabs.module.css";

interface Props {
  category: Category;
  search: ProjectSearch;
  /** The counts of the current search. */
  now: Facets | undefined;
}

/** The three lists with the number of projects that the search finds in each; the search is kept when switching. */
export function CategoryTabs({ category, search, now }: Props) {
  const { t } = useTranslation();
  return (
    <nav className={styles.tabs} aria-label={t("catalogue.categories")}>
      {categories.map((one) => {
        const count = categoryCount(now, one);
        return (
          <Link
            key={one}
            to={categoryPath[one]}
            search={searchParams(search)}
            aria-current={one === category ? "page" : undefined}
          >
            {t(`catalogue.category.${one}`)}{" "}
            <span className={styles.n}>{count !== undefined && whole(count)}</span>
          </Link>
        );
      })}
      <Link to={paths.shortlists} className={styles.last}>
        {t("catalogue.shortlists")}
      </Link>
    </nav>
  );
}
