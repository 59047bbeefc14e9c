import { Link } from "@tanstack/react-router";
import { quarterText } from "@tonneline/contract/delivery";
import type { PortfolioSummary } from "@tonneline/contract/portfolio";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ageInDays } from "../../lib/days.ts";
import { euros, perTonne, whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { averagePrice } from "./holdings.ts";
import styles from "./portfolio.module.css";
import { Split } from "./Split.tsx";

type Sums = PortfolioSummary["totals"];

/** The total costs, and the state of the tonnes: issued and expected ones separately. */
export function Totals({ totals }: { totals: Sums }) {
  const { t } = useTranslation();
  const issued = totals.available - totals.availableExAnte;
  return (
    <section className={styles.totals} aria-label={t("portfolio.totals.label")}>
      <dl>
        <div>
          <dt>{t("portfolio.totals.spent")}</dt>
          <dd className={styles.figure}>{euros(totals.spent)}</dd>
          <dd className={styles.note}>
            {t("portfolio.totals.cost", {
              bought: whole(totals.purchased),
              average: perTonne(averagePrice(totals.spent, totals.purchased)),
            })}
          </dd>
        </div>
        <Figure name="retired" value={totals.retired}>
          {totals.certificates > 0 && (
            <Link to={paths.retirements} search={{ tab: "RETIRED" }}>
              {t("portfolio.totals.certificates", { count: totals.certificates })}
            </Link>
          )}
        </Figure>
        <Figure name="inProgress" value={totals.inProgress}>
          {totals.requests > 0 && <Requests totals={totals} />}
        </Figure>
        <Figure name="available" value={issued}>
          {issued > 0 && t("portfolio.totals.issued", { cost: euros(totals.issuedCost) })}
        </Figure>
        <Figure name="expected" value={totals.availableExAnte}>
          {totals.availableExAnte > 0 && <Delivery totals={totals} />}
        </Figure>
      </dl>
      <Split
        retired={totals.retired}
        inProgress={totals.inProgress}
        available={issued}
        expected={totals.availableExAnte}
      />
    </section>
  );
}

function Requests({ totals: { requests, oldestRequestAt } }: { totals: Sums }) {
  const { t } = useTranslation();
  const days = oldestRequestAt ? ageInDays(oldestRequestAt) : 0;
  return (
    <>
      <Link to={paths.retirements} search={{ tab: "RETIREMENT_IN_PROGRESS" }}>
        {t("portfolio.totals.requests", { count: requests })}
      </Link>
      {days > 0 && `, ${t("portfolio.totals.oldest", { count: days })}`}
    </>
  );
}

function Delivery({ totals: { expectedFrom, expectedTo } }: { totals: Sums }) {
  const { t } = useTranslation();
  if (!expectedFrom || !expectedTo) return t("portfolio.totals.notRetirable");
  const [from, to] = [quarterText(expectedFrom), quarterText(expectedTo)];
  const when = from === to ? from : `${from}–${to}`;
  return t("portfolio.totals.delivery", { when });
}

interface FigureProps {
  /** Styled like its segment of the bar. */
  name: "available" | "inProgress" | "retired" | "expected";
  value: number;
  children: ReactNode;
}

function Figure({ name, value, children }: FigureProps) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>
        <span className={`${styles.key} ${styles[name]}`} aria-hidden />
        {t(`portfolio.totals.${name}`)}
      </dt>
      <dd className={styles.figure}>
        {whole(value)} <span className={styles.unit}>t</span>
      </dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  );
}
