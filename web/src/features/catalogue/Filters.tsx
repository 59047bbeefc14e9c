import type { Category, Facets } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { noSearch, toggled } from "./catalogue.search.ts";
import type { ListFilter, ProjectSearch } from "./catalogue.search.ts";
import { FacetList } from "./FacetList.tsx";
import { choicesOf } from "./filters.ts";
import styles from "./filters.module.css";
import { KnownFilter } from "./KnownFilter.tsx";
import { GoalFilter } from "./GoalFilter.tsx";
import { PriceFilter } from "./PriceFilter.tsx";
import { useChoiceName } from "./useNames.ts";
import type { ChangeSearch } from "./useProjectSearch.ts";
import { VintageFilter } from "./VintageFilter.tsx";
import { Switch } from "@mantine/core";
import "../../locales/en/catalogue.ts";

interface Props {
  category: Category;
  search: ProjectSearch;
  change: ChangeSearch;
  /** All choices of the category. */
  all: Facets;
  /** The counts of the current search. */
  now: Facets;
}

/** All filters of the list, shared by the rail and the drawer. Each takes effect at once. */
export function Filters({ category, search, change, all, now }: Props) {
  const { t } = useTranslation();
  const choiceName = useChoiceName(all);
  const sold = category === "CREDIT_SALE";

  function list<F extends ListFilter>(filter: F, title: string, find?: string) {
    return (
      <FacetList
        title={title}
        choices={choicesOf(filter, all, now, search[filter])}
        chosen={search[filter]}
        nameOf={(choice) => choice.name ?? choiceName(filter, choice.id)}
        onToggle={(id) => change((present) => toggled(present, filter, id as never))}
        find={find}
      />
    );
  }

  return (
    <div>
      {sold && (
        <div className={styles.group}>
          <Switch
            checked={search.availableOnly}
            onChange={(event) => {
              const availableOnly = event.currentTarget.checked;
              change((present) => ({ ...present, availableOnly, pages: noSearch.pages }));
            }}
            label={t("catalogue.filters.availableOnly")}
            labelPosition="left"
            withThumbIndicator={false}
            classNames={{
              body: styles.switchBody!,
              label: styles.switchLabel!,
            }}
          />
        </div>
      )}
      {sold && list("creditType", t("catalogue.filters.creditType"))}
      {list("label", t("catalogue.filters.label"))}
      {sold && all.prices && (
        <PriceFilter search={search} change={change} bounds={all.prices} counts={now.prices} />
      )}
      {list("projectType", t("catalogue.filters.projectType"), t("catalogue.filters.findType"))}
      {sold && list("impactType", t("catalogue.filters.impactType"))}
      {list("continent", t("catalogue.filters.continent"))}
      {list("country", t("catalogue.filters.country"), t("catalogue.filters.findCountry"))}
      {sold && all.vintages && (
        <VintageFilter search={search} change={change} years={all.vintages} />
      )}
      <GoalFilter
        search={search}
        change={change}
        choices={choicesOf("sdg", all, now, search.sdg)}
      />
      <KnownFilter search={search} change={change} />
      {list("registry", t("catalogue.filters.registry"))}
      {sold && list("claimType", t("catalogue.filters.claimType"))}
      {list("status", t("catalogue.filters.status"))}
      {list("developer", t("catalogue.filters.developer"), t("catalogue.filters.findDeveloper"))}
    </div>
  );
}
