import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import styles from "./rows.module.css";
import type { CartReport } from "./cart.model.ts";
import { ReportTile } from "../orders/ReportTile.tsx";

interface ReportProps {
  reports: CartReport[];
  onRemove: (report: CartReport) => void;
}

/** The due-diligence reports in the cart. */
export function ReportGroup({ reports, onRemove }: ReportProps) {
  const { t } = useTranslation();
  const title = t("cart.reports.title", { count: reports.length });
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.groupHead}>
        <ReportTile />
        <div>
          <h2 className={styles.groupTitle}>{title}</h2>
          <div className={styles.sub}>{t("cart.reports.unlocks", { count: reports.length })}</div>
        </div>
      </div>
      <ul className={styles.rows}>
        {reports.map((report) => (
          <li key={report.reportId} className={`${styles.row} ${styles.reportRow}`}>
            <div className={styles.what}>
              <b>{report.name}</b>
              <ReportFacts report={report} />
            </div>
            <div className={styles.total}>{euros(report.price)}</div>
            <ActionIcon
              className={styles.remove}
              variant="subtle"
              color="navy"
              aria-label={t("cart.row.removeReport", { name: report.name })}
              onClick={() => onRemove(report)}
            >
              <IconTrash size={16} stroke={1.8} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReportFacts({ report: { pages, projectNames } }: { report: CartReport }) {
  const { t } = useTranslation();
  if (projectNames.length === 0) return null;
  const projects = projectNames.join(", ");
  return (
    <div className={styles.claim}>
      {pages === null
        ? t("cart.reports.covers", { projects })
        : t("cart.reports.pages", { count: pages, projects })}
    </div>
  );
}
