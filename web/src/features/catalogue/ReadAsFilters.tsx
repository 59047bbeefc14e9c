import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import "../../locales/en/catalogue.ts";
import "../../locales/en/finding.ts";
import { useSuggestions } from "./catalogue.queries.ts";
import { withSuggested } from "./catalogue.search.ts";
import { focusOutsideList } from "./focusNextItem.ts";
import listStyles from "./list.module.css";
import styles from "./near.module.css";
import type { ListParts } from "./ProjectListPage.tsx";
import { useTotals } from "./totals.queries.ts";

/** Offers the filters that the search words match, if these find something together with the other filters. */
export function ReadAsFilters({
  category,
  search,
  change,
}: Pick<ListParts, "category" | "search" | "change">) {
  const { t } = useTranslation();
  const { data, isPlaceholderData } = useSuggestions(category, search.q);
  const read = (isPlaceholderData ? [] : (data?.filters ?? [])).map(({ label, query }) => ({
    label,
    search: withSuggested(search, query),
  }));
  const totals = useTotals(
    category,
    read.map((each) => each.search),
  );
  const found = read.flatMap((each, nth) => {
    const projects = totals[nth]?.projects ?? 0;
    return projects > 0 ? [{ ...each, projects }] : [];
  });
  if (found.length === 0) return null;
  return (
    <div className={styles.read}>
      <p>{t("finding.near.asFilters")}</p>
      <ul>
        {found.map((each) => (
          <li key={each.label}>
            <button
              type="button"
              className={listStyles.link}
              onClick={() => {
                focusOutsideList();
                change(each.search);
              }}
            >
              {each.label}
            </button>{" "}
            {t("catalogue.search.total", { count: each.projects, total: whole(each.projects) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
