import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Gauge } from "../../ui/Gauge.tsx";
import styles from "./prices.module.css";
import { useRunningChanges, useRefreshPrices } from "./prices.queries.ts";

/** The progress of price changes that continue without their dialog, after the page was left or reloaded. */
export function RunningChanges() {
  const { t } = useTranslation();
  const refresh = useRefreshPrices();
  const runs = useRunningChanges().data ?? [];
  const count = runs.length;
  const before = useRef(count);
  useEffect(() => {
    // One of them has ended.
    if (count < before.current) void refresh();
    before.current = count;
  }, [count]);
  if (count === 0) return null;
  return (
    <div className={styles.underWay}>
      {runs.map(({ id, total, results }) => {
        const label = t("prices.underWay", { done: whole(results.length), total: whole(total) });
        const failed = results.filter(({ code }) => code !== null).length;
        return (
          <Banner key={id} tone="info" title={label}>
            {failed > 0 && t("prices.notChanged", { count: failed })}
            <Gauge part={results.length / total} label={label} />
          </Banner>
        );
      })}
    </div>
  );
}
