import type { ManagedReport } from "@tonneline/contract/managedReports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../../lib/failure.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { reportChanges, setHidden, useRefreshReports } from "./admin.queries.ts";

interface Props {
  action: "hide" | "show";
  reports: readonly ManagedReport[];
  onClose: (acted?: boolean) => void;
}

/** Takes several reports off sale, or puts them on sale, and reports the reason for each failure. */
export function ShowReportsDialog({ action, reports, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshReports();
  const [changes] = useState(reportChanges);
  const title = t(`managedReports.${action}Many`, { count: reports.length });
  return (
    <BulkDialog
      title={title}
      text={t(`managedReports.${action}ManyText`)}
      rows={reports}
      idOf={({ id }) => id}
      rowLabel={({ name }) => name}
      {...callFailures}
      mayRetry={changes.mayRetry}
      confirm={title}
      danger={action === "hide"}
      act={(report) => changes.apply(report, (now) => setHidden(now, action === "hide"))}
      onActed={() => void refresh()}
      onClose={onClose}
    />
  );
}
