import { Skeleton } from "@mantine/core";
import { getPortfolio, type Holding, type PortfolioSummary } from "@tonneline/contract/portfolio";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { downloadCsv, refusalText } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { today } from "../../lib/format.ts";
import { filteredBy } from "../../lib/tableSearch.ts";
import { useTableSearch } from "../../lib/useTableSearch.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { useCompanyDetails } from "../company/company.queries.ts";
import { MinePill } from "../company/MinePill.tsx";
import { BoughtReports } from "../reports/BoughtReports.tsx";
import { Holdings } from "./Holdings.tsx";
import { holdingsSpec } from "./holdings.ts";
import styles from "./portfolio.module.css";
import { useHolding, usePortfolio, useRetirementAttempts } from "./portfolio.queries.ts";
import { ProjectTypes } from "./ProjectTypes.tsx";
import { Quarters } from "./Quarters.tsx";
import { RetireDialog } from "./RetireDialog.tsx";
import "../../locales/en/portfolio.ts";
import "../../locales/en/reports.ts";
import "../../locales/en/table.ts";
import { Totals } from "./Totals.tsx";

/** /portfolio: what the buyer bought, holds and retired. */
export function PortfolioPage() {
  const { t } = useTranslation();
  const [search, change] = useTableSearch(holdingsSpec);
  const by = search.filters.by === "me" ? "me" : undefined;
  const { data, error, refetch } = usePortfolio(by);
  const exportAll = () =>
    downloadCsv(getPortfolio, { query: { ...(by && { by }) } }, `portfolio-${today()}.csv`);
  const isEmpty = data !== undefined && data.totals.vintages === 0;
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{t("portfolio.title")}</h1>
          <p className={styles.lead}>{t("portfolio.lead")}</p>
        </div>
        <div className={styles.tools}>
          {data && (!isEmpty || by) && (
            <MinePill
              on={by === "me"}
              onChange={(on) => change(filteredBy(search, "by", on ? "me" : ""))}
            />
          )}
          {data && !isEmpty && <ExportButton onExport={exportAll} reasonOf={refusalText} />}
        </div>
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
      {data && !isEmpty && <Filled portfolio={data} />}
      {data && <BoughtReports />}
    </>
  );
}

function Filled({ portfolio }: { portfolio: PortfolioSummary }) {
  const company = useCompanyDetails();
  const { series } = portfolio;
  const attempts = useRetirementAttempts();
  // A request whose answer was lost is taken up at once: its credits may be taken off already, and its button with them.
  const [retiring, setRetiring] = useState<{ vintageId: number; shown?: Holding } | undefined>(
    () => {
      const wanted = attempts.current()?.body.vintageId;
      return wanted === undefined ? undefined : { vintageId: wanted };
    },
  );
  const { data: holding } = useHolding(retiring?.vintageId, retiring?.shown);
  return (
    <>
      <Totals totals={portfolio.totals} />
      <div className={styles.charts}>
        <Quarters quarters={series.quarters} />
        <ProjectTypes types={series.projectTypes} />
      </div>
      <Holdings onRetire={(shown) => setRetiring({ vintageId: shown.vintageId, shown })} />
      {retiring && holding && (
        <RetireDialog
          holding={holding}
          company={company.data?.companyName ?? ""}
          onClose={() => setRetiring(undefined)}
        />
      )}
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
