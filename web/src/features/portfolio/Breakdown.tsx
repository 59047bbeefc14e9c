import type { PortfolioSummary } from "@tonneline/contract/portfolio";
import { useTranslation } from "react-i18next";
import { TypeIcon } from "../catalogue/TypeIcon.tsx";
import styles from "./portfolio.module.css";
import { Shares } from "./Shares.tsx";
import { YearCosts } from "./YearCosts.tsx";

type Props = Pick<PortfolioSummary, "series" | "totals">;

/** Tonnes bought by project type, in descending order. */
export function ProjectTypes({ series, totals }: Props) {
  const { t } = useTranslation();
  const rows = series.projectTypes.map(({ id, name, ...tonnes }) => ({
    ...tonnes,
    key: id,
    name: (
      <>
        <TypeIcon type={name} />
        {name}
      </>
    ),
  }));
  return (
    <Shares
      title={t("portfolio.types.title")}
      total={totals.purchased}
      rows={rows}
      more={(count) => t("portfolio.types.more", { count })}
    />
  );
}

/** Tonnes bought by claim, label and vintage, and the costs by year. */
export function Breakdown({ series, totals }: Props) {
  const { t } = useTranslation();
  const more = (count: number) => t("portfolio.shares.more", { count });
  return (
    <div className={styles.breakdown}>
      <Shares
        title={t("portfolio.shares.byClaim")}
        total={totals.purchased}
        rows={series.claims.map(({ claimType, ...tonnes }) => ({
          ...tonnes,
          key: claimType,
          name: t(`portfolio.claims.${claimType}`),
        }))}
        more={more}
      />
      <Shares
        title={t("portfolio.shares.byLabel")}
        total={totals.purchased}
        rows={series.labels.map(({ kind, ...tonnes }) => ({
          ...tonnes,
          key: kind ?? "",
          name: kind ? t(`portfolio.labels.${kind}`) : t("portfolio.shares.noLabel"),
        }))}
        more={more}
      >
        {series.labels.length > 1 && (
          <p className={styles.unit}>{t("portfolio.shares.labelsOverlap")}</p>
        )}
      </Shares>
      <Shares
        title={t("portfolio.shares.byVintage")}
        total={totals.purchased}
        rows={series.vintages.map(({ year, ...tonnes }) => ({ ...tonnes, key: year, name: year }))}
        more={more}
      />
      <YearCosts years={series.years} />
    </div>
  );
}
