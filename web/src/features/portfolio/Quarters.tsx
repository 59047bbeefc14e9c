import { Skeleton, Switch } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../lib/format.ts";
import styles from "./portfolio.module.css";
import { quarterName, type Quarter } from "./quarters.ts";

const QuarterChart = lazy(() => import("./QuarterChart.tsx"));
const figures = ["available", "inProgress", "retired"] as const;
const shownAtMost = { wide: 12, phone: 5 };

/** Credits at the end of each quarter: a sentence, and columns or a table. */
export function Quarters({ quarters }: { quarters: readonly Quarter[] }) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  const isPhone = useMediaQuery("(max-width: 37.49em)", undefined, {
    getInitialValueInEffect: false,
  });
  const first = quarters.at(0);
  const last = quarters.at(-1);
  if (!first || !last) return null;
  const shown = quarters.slice(isPhone ? -shownAtMost.phone : -shownAtMost.wide);
  return (
    <section aria-labelledby="portfolio-quarters">
      <div className={styles.chartHead}>
        <h2 id="portfolio-quarters" className={styles.chartTitle}>
          {t("portfolio.quarters.title")}{" "}
          <span className={styles.unit}>{t("portfolio.quarters.unit")}</span>
        </h2>
        <Switch
          size="sm"
          label={t("portfolio.quarters.asTable")}
          checked={asTable}
          onChange={({ currentTarget }) => setAsTable(currentTarget.checked)}
        />
      </div>
      <p className={styles.summary}>
        {t("portfolio.quarters.summary", {
          count: quarters.length,
          from: quarterName(first.from),
          to: quarterName(last.from),
          purchased: tonnes(last.purchased),
          retired: tonnes(last.retired),
          available: tonnes(last.available),
        })}
      </p>
      {asTable ? (
        <QuarterTable quarters={quarters} />
      ) : (
        <>
          <div aria-hidden className={styles.chart}>
            <Suspense fallback={<Skeleton height={232} />}>
              <QuarterChart quarters={shown} />
            </Suspense>
          </div>
          <ul className={styles.legend} aria-hidden>
            {figures.map((name) => (
              <li key={name}>
                <span className={`${styles.key} ${styles[name]}`} />
                {t(`portfolio.totals.${name}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function QuarterTable({ quarters }: { quarters: readonly Quarter[] }) {
  const { t } = useTranslation();
  return (
    <div
      className={styles.figuresTable}
      role="region"
      aria-labelledby="portfolio-quarters"
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t("portfolio.quarters.quarter")}</th>
            {([...figures, "purchased"] as const).map((name) => (
              <th key={name} scope="col">
                {t(`portfolio.totals.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quarters.toReversed().map((quarter) => (
            <tr key={quarter.from}>
              <th scope="row">{quarterName(quarter.from)}</th>
              {([...figures, "purchased"] as const).map((name) => (
                <td key={name}>{whole(quarter[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
