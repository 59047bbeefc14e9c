import type { Facets } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import "../../locales/en/catalogue.ts";
import "../../locales/en/finding.ts";
import { noSearch, type ProjectSearch } from "./catalogue.search.ts";
import { focusOutsideList } from "./focusNextItem.ts";
import styles from "./start.module.css";
import type { ListParts } from "./ProjectListPage.tsx";
import { useTotals } from "./totals.queries.ts";

const cheapEuros = 10;

type Start = { name: string; set: Partial<ProjectSearch> };

/** Predefined searches with the number of projects each finds; those without results are not offered. */
export function StartFrom({ category, all, change }: ListParts) {
  const { t } = useTranslation();
  const starts: Start[] = [
    { name: t("finding.start.removals"), set: { impactType: ["REMOVAL_SHORT", "REMOVAL_LONG"] } },
    { name: t("finding.start.ccp"), set: { label: ["CCP"] } },
    { name: t("finding.start.corsia"), set: { label: ["CORSIA"] } },
    { name: t("finding.start.article6"), set: { label: ["ARTICLE_6"] } },
    ...blueCarbon(all.data).map((set) => ({ name: t("finding.start.blueCarbon"), set })),
    {
      name: t("finding.start.cheap", { price: euros(cheapEuros) }),
      set: { priceTo: cheapEuros },
    },
  ];
  const totals = useTotals(
    category,
    starts.map(({ set }) => ({ ...noSearch, ...set })),
  );
  return (
    <ul className={styles.start} aria-label={t("finding.start.title")}>
      <li aria-hidden>{t("finding.start.title")}</li>
      {starts.map(({ name, set }, nth) => {
        const found = totals[nth]?.projects;
        if (found === 0) return null;
        return (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                focusOutsideList();
                change((present) => ({ ...present, ...set, pages: 1 }));
              }}
            >
              {name}{" "}
              <span className={styles.startCount}>{found !== undefined && whole(found)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Blue carbon: the category's project types for wetlands, if any. */
function blueCarbon(all: Facets | undefined): Partial<ProjectSearch>[] {
  const types = (all?.projectTypes ?? []).filter(({ name }) => /wetland|mangrove/i.test(name));
  return types.length > 0 ? [{ projectType: types.map(({ id }) => id) }] : [];
}
