import { Skeleton, VisuallyHidden } from "@mantine/core";
import { IconReportSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { refusalText } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { day, fileSize } from "../../lib/format.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import styles from "./reports.module.css";
import { downloadReport, useMyReports } from "./reports.queries.ts";

interface Props {
  /** Not every member may read their company's orders. */
  readsOrders: boolean;
}

/** The due-diligence reports that the buyer has paid for, with their files. Renders nothing if there are none. */
export function BoughtReports({ readsOrders }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useMyReports();
  if (data?.content.length === 0) return null;
  return (
    <section aria-labelledby="bought-reports" className={styles.bought}>
      <h2 id="bought-reports">{t("reports.title")}</h2>
      {!data && !error && <Skeleton height={120} />}
      {!data && error && (
        <ErrorState
          title={t("reports.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      <ul>
        {data?.content.map((report) => {
          const { id, name, file, orderId, pages } = report;
          const bought = t("reports.bought", { day: day(report.paidAt), order: orderId });
          return (
            <li key={id}>
              <span className={styles.tile} aria-hidden>
                <IconReportSearch size={20} stroke={1.6} />
              </span>
              <div className={styles.text}>
                <div className={styles.name}>{name}</div>
                <div className={styles.about}>
                  {readsOrders ? (
                    <Link to={paths.order} params={{ id: String(orderId) }}>
                      {bought}
                    </Link>
                  ) : (
                    bought
                  )}
                  {pages !== null && <> · {t("reports.pages", { count: pages })}</>}
                </div>
              </div>
              {file ? (
                <DownloadLink
                  onDownload={() => downloadReport(report, file)}
                  reasonOf={refusalText}
                >
                  <span>
                    <VisuallyHidden>{t("reports.download", { name })}</VisuallyHidden> PDF,{" "}
                    {fileSize(file.bytes)}
                  </span>
                </DownloadLink>
              ) : (
                <span className={styles.about}>{t("reports.noFile")}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
