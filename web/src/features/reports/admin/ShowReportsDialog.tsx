import type { ManagedReport } from "@tonneline/contract/managedReports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Unreachable } from "../../../lib/api.ts";
import { mayWorkAgain, reasonOf } from "../../../lib/failure.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { reportHider, useRefreshReports } from "./admin.queries.ts";

interface Props {
  action: "hide" | "show";
  reports: readonly ManagedReport[];
  onClose: () => void;
}

/** Takes several reports off sale, or puts them on sale, and says of each that stays as it was why. */
export function ShowReportsDialog({ action, reports, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshReports();
  const [setHidden] = useState(() => reportHider());
  const title = t(`managedReports.${action}Many`, { count: reports.length });
  return (
    <BulkDialog
      title={title}
      text={t(`managedReports.${action}ManyText`)}
      rows={reports}
      idOf={({ id }) => id}
      rowLabel={({ name }) => name}
      whyOf={reasonOf}
      isLost={(error) => error instanceof Unreachable}
      mayRetry={mayWorkAgain}
      confirm={title}
      danger={action === "hide"}
      act={(report) => setHidden(report, action === "hide")}
      onActed={() => void refresh()}
      onClose={onClose}
    />
  );
}
