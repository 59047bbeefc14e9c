import { Skeleton, Switch } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { tonnes, whole } from "../../lib/format.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import table from "./figuresTable.module.css";
import styles from "./portfolio.module.css";
import { lastQuarters, partOf, quarterName, quarterParts, type Quarter } from "./quarters.ts";

const QuarterChart = lazyChunk(() => import("./QuarterChart.tsx"));
const maxShown = { wide: 9, phone: 5 };
const keyLook = {
  retired: styles.retired,
  inProgress: styles.inProgress,
  issued: styles.available,
  expected: styles.expected,
};

/** Credits at the end of each quarter: a sentence, and a chart or a table; only a table if there is just one quarter. */
export function Quarters({ quarters }: { quarters: readonly Quarter[] }) {
  const { t } = useTranslation();
  const [look, setLook] = useLocalStorage<"chart" | "table">({
    key: "portfolio-quarters",
    defaultValue: "chart",
    getInitialValueInEffect: false,
  });
  const first = quarters.at(0);
  const last = quarters.at(-1);
  if (!first || !last) return null;
  const isOne = quarters.length === 1;
  return (
    <section aria-labelledby="portfolio-quarters">
      <div className={styles.chartHead}>
        <h2 id="portfolio-quarters" className={styles.chartTitle}>
          {t("portfolio.quarters.title")}{" "}
          <span className={styles.unit}>{t("portfolio.quarters.unit")}</span>
        </h2>
        {!isOne && (
          <Switch
            size="sm"
            label={t("portfolio.quarters.asTable")}
            checked={look === "table"}
            onChange={({ currentTarget }) => setLook(currentTarget.checked ? "table" : "chart")}
          />
        )}
      </div>
      <p className={styles.summary}>
        {t("portfolio.quarters.summary", {
          count: quarters.length,
          from: quarterName(first.from),
          to: quarterName(last.from),
          purchased: tonnes(last.purchased),
          retired: tonnes(last.retired),
          available: tonnes(last.available - last.expected),
        })}
      </p>
      {look === "table" || isOne ? (
        <QuarterTable quarters={quarters} />
      ) : (
        <Chart quarters={quarters} />
      )}
    </section>
  );
}

function Chart({ quarters }: { quarters: readonly Quarter[] }) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery("(max-width: 599px)", undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <>
      <div aria-hidden className={styles.chart}>
        <Suspense fallback={<Skeleton height={248} />}>
          <QuarterChart
            quarters={lastQuarters(quarters, isPhone ? maxShown.phone : maxShown.wide)}
          />
        </Suspense>
      </div>
      <ul className={styles.legend} aria-hidden>
        {quarterParts.toReversed().map((name) => (
          <li key={name}>
            <span className={`${styles.key} ${keyLook[name]}`} />
            {t(`portfolio.quarters.${name}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

function QuarterTable({ quarters }: { quarters: readonly Quarter[] }) {
  const { t } = useTranslation();
  const parts = quarterParts.toReversed();
  return (
    <div
      className={`${table.figuresTable} ${table.folding}`}
      role="group"
      aria-labelledby="portfolio-quarters"
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t("portfolio.quarters.quarter")}</th>
            {parts.map((name) => (
              <th key={name} scope="col">
                {t(`portfolio.quarters.${name}`)}
              </th>
            ))}
            <th scope="col">{t("portfolio.quarters.purchased")}</th>
          </tr>
        </thead>
        <tbody>
          {quarters.toReversed().map((quarter) => (
            <tr key={quarter.from}>
              <th scope="row">{quarterName(quarter.from)}</th>
              {parts.map((name) => (
                <td key={name} data-label={t(`portfolio.quarters.${name}`)}>
                  {partOf(quarter, name) === 0 ? <NoValue /> : whole(partOf(quarter, name))}
                </td>
              ))}
              <td data-main data-label={t("portfolio.quarters.purchased")}>
                {whole(quarter.purchased)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
