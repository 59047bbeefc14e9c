import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { downloadReport, useMyReports } from "./reports.queries.ts";

/** A download link for a paid report; only its name while it has no file. */
export function ReportDownload({ reportId, name }: { reportId: number; name: string }) {
  const { t } = useTranslation();
  const { data } = useMyReports();
  const report = data?.content.find(({ id }) => id === reportId);
  const file = report?.file;
  if (!report || !file) return <span>{name}</span>;
  return (
    <DownloadLink
      label={t("reports.download", { name })}
      onDownload={() => downloadReport(report, file)}
      reasonOf={refusalText}
    >
      {name}
    </DownloadLink>
  );
}
