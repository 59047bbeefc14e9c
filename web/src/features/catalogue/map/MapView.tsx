import { Skeleton } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../locales/en/catalogue.ts";
import "../../../locales/en/finding.ts";
import { lazyChunk } from "../../../lib/chunk.ts";
import { useEscape } from "../../../ui/useEscape.ts";
import { LoadError } from "../LoadError.tsx";
import type { ListParts } from "../ProjectListPage.tsx";
import { ChosenCountry } from "./ChosenCountry.tsx";
import { CountryList } from "./CountryList.tsx";
import { useCountryTotals } from "./map.queries.ts";
import styles from "./map.module.css";
import { WorldMap } from "./WorldMap.tsx";

const NoHits = lazyChunk(async () => ({ default: (await import("../NoHits.tsx")).NoHits }));

const neverOwn = () => false;

/**
 * Where the projects are: a map, and a list with the same content. Selecting a country highlights it and shows its first
 * projects; only "Show … projects" filters by it and returns to the cards.
 */
export function MapView(parts: ListParts) {
  const { category, search, change, projects } = parts;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const totals = useCountryTotals(category, search);
  useEscape(chosen !== undefined, neverOwn, () => setChosen(undefined));
  if (totals.isError && !totals.data)
    return (
      <LoadError
        title={t("finding.map.totalsFailed")}
        error={totals.error}
        onRetry={() => void totals.refetch()}
      />
    );
  // An empty map and an empty list would not show which search finds something.
  if (projects.data?.pages[0]?.totalElements === 0 && !projects.isPlaceholderData)
    return (
      <Suspense fallback={<Skeleton height={420} />}>
        <NoHits {...parts} />
      </Suspense>
    );
  if (!totals.data) return <Skeleton height={420} />;
  const { countries } = totals.data;
  const total = countries.find(({ id }) => id === chosen);
  const marks = {
    totals: countries,
    chosen,
    pointed,
    onPoint: setPointed,
    onChoose: (code: string) => setChosen(code === chosen ? undefined : code),
  };
  return (
    <div className={styles.view} aria-busy={totals.isPlaceholderData}>
      <div className={styles.main}>
        <WorldMap {...marks} />
        {total && (
          <ChosenCountry
            category={category}
            search={search}
            total={total}
            onClear={() => setChosen(undefined)}
            onShow={() =>
              change((present) => ({
                ...present,
                country: [total.id as "KE"],
                view: "cards",
                pages: 1,
              }))
            }
          />
        )}
      </div>
      <div className={styles.side}>
        {countries.length === 0 && <p>{t("finding.map.empty")}</p>}
        <CountryList {...marks} />
        <p className={styles.note}>{t("finding.map.note")}</p>
      </div>
    </div>
  );
}
