import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import type { Holding } from "@tonneline/contract/portfolio";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../app/paths.ts";
import { failureOf } from "../../lib/failure.ts";
import { tonnes, whole } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { useCompanyDetails } from "../company/company.queries.ts";
import styles from "./portfolio.module.css";
import { usePortfolio } from "./portfolio.queries.ts";
import { RetireDialog } from "./RetireDialog.tsx";

const figures = ["purchased", "inProgress", "retired", "available"] as const;

/** /portfolio: what the buyer bought, holds and retired. */
export function PortfolioPage() {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t("portfolio.title")}</h1>
      <Content />
    </>
  );
}

function Content() {
  const { t } = useTranslation();
  const { data, error, refetch } = usePortfolio();
  const company = useCompanyDetails();
  const [retiring, setRetiring] = useState<Holding>();
  if (!data && error) {
    const again = () => void refetch();
    return <ErrorState title={t("portfolio.failed")} {...failureOf(error)} onRetry={again} />;
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("portfolio.waiting")}>
        <Skeleton height={90} mb={24} />
        <Skeleton height={320} />
      </div>
    );
  }
  if (data.holdings.length === 0) {
    return (
      <EmptyState
        title={t("portfolio.empty.title")}
        text={t("portfolio.empty.text")}
        action={{ label: t("portfolio.empty.action"), to: paths.orders }}
      />
    );
  }
  return (
    <>
      <dl className={styles.totals} aria-label={t("portfolio.totals.label")}>
        {figures.map((name) => (
          <div key={name}>
            <dt>{t(`portfolio.totals.${name}`)}</dt>
            <dd>{tonnes(data.totals[name])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.wrap}>
        <table className={styles.table}>
          <VisuallyHidden component="caption">{t("portfolio.holdings.caption")}</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">{t("portfolio.holdings.project")}</th>
              <th scope="col">{t("portfolio.holdings.vintage")}</th>
              {figures.map((name) => (
                <th key={name} scope="col" className={styles.num}>
                  {t(`portfolio.totals.${name}`)}
                </th>
              ))}
              <th scope="col">{t("portfolio.holdings.action")}</th>
            </tr>
          </thead>
          <tbody>
            {data.holdings.map((holding) => (
              <Row
                key={holding.vintageId}
                holding={holding}
                onRetire={() => setRetiring(holding)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {retiring && (
        <RetireDialog
          holding={data.holdings.find((each) => each.vintageId === retiring.vintageId) ?? retiring}
          company={company.data?.companyName ?? ""}
          onClose={() => setRetiring(undefined)}
        />
      )}
    </>
  );
}

function Row({ holding, onRetire }: { holding: Holding; onRetire: () => void }) {
  const { t } = useTranslation();
  const { projectName, year, registry, externalId } = holding;
  const exAnte = holding.creditType === "EX_ANTE";
  return (
    <tr>
      <td>
        <div className={styles.name}>{projectName}</div>
        <div className={styles.unit}>{[registry.name, externalId].filter(Boolean).join(" ")}</div>
      </td>
      <td>{year}</td>
      {figures.map((name) => (
        <td key={name} className={styles.num} data-label={t(`portfolio.totals.${name}`)}>
          {whole(holding[name])}
        </td>
      ))}
      <td>
        {!exAnte && holding.available > 0 ? (
          <Button
            variant="default"
            size="xs"
            onClick={onRetire}
            aria-label={t("portfolio.holdings.retireOf", { project: projectName, year })}
          >
            {t("portfolio.holdings.retire")}
          </Button>
        ) : (
          <span className={styles.unit}>
            {t(exAnte ? "portfolio.holdings.exAnte" : "portfolio.holdings.nothingLeft")}
          </span>
        )}
      </td>
    </tr>
  );
}
