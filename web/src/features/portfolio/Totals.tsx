import { Link } from "@tanstack/react-router";
import type { PortfolioSummary } from "@tonneline/contract/portfolio";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { euros, tonnes, whole } from "../../lib/format.ts";
import { HoldingGauge } from "./HoldingGauge.tsx";
import { averagePrice } from "./holdings.ts";
import styles from "./portfolio.module.css";

/** What was bought in all, and where it stands. */
export function Totals({ totals }: Pick<PortfolioSummary, "totals">) {
  const { t } = useTranslation();
  const exAnte = totals.availableExAnte;
  return (
    <section className={styles.totals} aria-label={t("portfolio.totals.label")}>
      <dl>
        <Figure name="purchased" value={totals.purchased}>
          {t("portfolio.totals.vintages", { count: totals.vintages })},{" "}
          {t("portfolio.totals.projects", { count: totals.projects })}
          <br />
          {t("portfolio.totals.cost", {
            net: euros(totals.spent),
            average: euros(averagePrice(totals)),
          })}
        </Figure>
        <Figure name="available" value={totals.available} mark={styles.available}>
          {exAnte > 0 && t("portfolio.totals.exAnte", { amount: tonnes(exAnte) })}
        </Figure>
        <Figure name="inProgress" value={totals.inProgress} mark={styles.inProgress}>
          {totals.requests > 0 && (
            <Link to={paths.retirements} search={{ tab: "RETIREMENT_IN_PROGRESS" }}>
              {t("portfolio.totals.requests", { count: totals.requests })}
            </Link>
          )}
        </Figure>
        <Figure name="retired" value={totals.retired} mark={styles.retired}>
          {totals.certificates > 0 && (
            <Link to={paths.retirements} search={{ tab: "RETIRED" }}>
              {t("portfolio.totals.certificates", { count: totals.certificates })}
            </Link>
          )}
        </Figure>
      </dl>
      <HoldingGauge {...totals} tall />
    </section>
  );
}

interface FigureProps {
  name: "purchased" | "available" | "inProgress" | "retired";
  value: number;
  /** The look of its part of the bar. */
  mark?: string | undefined;
  children: ReactNode;
}

function Figure({ name, value, mark, children }: FigureProps) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>
        {mark && <span className={`${styles.key} ${mark}`} aria-hidden />}
        {t(`portfolio.totals.${name}`)}
      </dt>
      <dd className={styles.figure}>
        {whole(value)} <span className={styles.unit}>t</span>
      </dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  );
}
