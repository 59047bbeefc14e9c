import { Skeleton } from "@mantine/core";
import type { PortfolioSummary } from "@tonneline/contract/portfolio";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { failureOf } from "../../lib/failure.ts";
import { filteredBy } from "../../lib/tableSearch.ts";
import { useTableSearch } from "../../lib/useTableSearch.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { useMayForCompany } from "../company/company.queries.ts";
import { MinePill } from "../company/MinePill.tsx";
import { BoughtReports } from "../reports/BoughtReports.tsx";
import { Breakdown, ProjectTypes } from "./Breakdown.tsx";
import { Downloads } from "./Downloads.tsx";
import { Holdings } from "./Holdings.tsx";
import { holdingsSpec } from "./holdings.ts";
import styles from "./portfolio.module.css";
import { usePortfolio } from "./portfolio.queries.ts";
import { Quarters } from "./Quarters.tsx";
import { Retiring } from "./Retiring.tsx";
import { TargetPanel, useIsTargetKnown } from "./TargetPanel.tsx";
import { useRetiring } from "./useRetiring.ts";
import "../../locales/en/portfolio.ts";
import "../../locales/en/retirements.ts";
import "../../locales/en/reports.ts";
import "../../locales/en/table.ts";
import { Totals } from "./Totals.tsx";

/** /portfolio: what the buyer has bought, holds and has retired. */
export function PortfolioPage() {
  const { t } = useTranslation();
  const [search, change] = useTableSearch(holdingsSpec);
  const by = search.filters.by === "me" ? "me" : undefined;
  const summary = usePortfolio(by);
  const { error, refetch } = summary;
  const readsOrders = useMayForCompany("orders") ?? false;
  // Otherwise the target would push down what is below it.
  const isTargetKnown = useIsTargetKnown();
  const data = by || isTargetKnown ? summary.data : undefined;
  const isEmpty = data !== undefined && data.totals.vintages === 0;
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{t("portfolio.title")}</h1>
          <p className={styles.lead}>{t("portfolio.lead")}</p>
        </div>
        {data && (!isEmpty || by) && (
          <MinePill
            on={by === "me"}
            onChange={(on) => change(filteredBy(search, "by", on ? "me" : ""))}
          />
        )}
      </div>
      {!data && error && (
        <ErrorState
          title={t("portfolio.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Waiting />}
      {isEmpty && (
        <EmptyState
          title={t(by ? "portfolio.noneOfMine" : "portfolio.empty.title")}
          text={t("portfolio.empty.text")}
          action={{ label: t("portfolio.empty.action"), to: paths.spot }}
        />
      )}
      {data && !isEmpty && <Filled portfolio={data} by={by} />}
      {data && <BoughtReports readsOrders={readsOrders} />}
    </>
  );
}

function Filled({ portfolio, by }: { portfolio: PortfolioSummary; by: "me" | undefined }) {
  const retiring = useRetiring();
  return (
    <>
      <Totals totals={portfolio.totals} />
      {!by && <TargetPanel />}
      <div className={styles.charts}>
        <Quarters quarters={portfolio.series.quarters} />
        <ProjectTypes {...portfolio} />
      </div>
      <Breakdown {...portfolio} />
      {/* Stays when they are remounted: the focus returns to its first field, not to the top of the page. */}
      <div>
        <Holdings key={retiring.completedCount} onRetire={retiring.begin} />
      </div>
      <Retiring {...retiring} />
      <Downloads totals={portfolio.totals} by={by} />
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("portfolio.waiting")}>
      <Skeleton height={146} mb={32} />
      <div className={styles.charts}>
        <Skeleton height={280} />
        <Skeleton height={280} />
      </div>
      <Skeleton height={320} mt={36} />
    </div>
  );
}
