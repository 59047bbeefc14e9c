import { Button } from "@mantine/core";
import type { ManagedReport } from "@tonneline/contract/managedReports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordFailure } from "../../../lib/failure.ts";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { DeleteDialog } from "../../deletion/DeleteDialog.tsx";
import {
  loadReportUses,
  removeReport,
  useManagedReport,
  useRefreshReports,
} from "./admin.queries.ts";
import { ReportFile } from "./ReportFile.tsx";
import { ReportForm } from "./ReportForm.tsx";

interface Props {
  /** "" while no report is open. */
  id: string;
  /** Shows a new report, whatever is open. */
  adding: boolean;
  canWrite: boolean;
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** The drawer of a report, existing or new: its facts, projects and PDF. */
export function ReportDrawer({ id, adding, canWrite, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const record = useManagedReport(adding ? "" : id);
  const [removing, setRemoving] = useState<ManagedReport>();
  const report = adding ? undefined : record.data;
  return (
    <RecordDrawer
      title={adding ? t("managedReports.one.new") : (report?.name ?? t("managedReports.title"))}
      opened={adding || id !== ""}
      onClose={onClose}
      failure={
        adding
          ? undefined
          : recordFailure(record, {
              failed: t("managedReports.one.failed"),
              missing: t("managedReports.one.missing"),
            })
      }
      actions={
        report && (
          <>
            <span>{t(`managedReports.${report.hidden ? "hidden" : "shown"}`)}</span>
            {canWrite && (
              <Button size="sm" variant="outline" color="red.7" onClick={() => setRemoving(report)}>
                {t("managedReports.delete")}
              </Button>
            )}
          </>
        )
      }
    >
      {(adding || report) && (
        <>
          {report && <ReportFile report={report} canWrite={canWrite} />}
          <ReportForm
            key={report?.id ?? "new"}
            report={report}
            canWrite={canWrite}
            onAdded={onAdded}
          />
          {removing && (
            <DeleteReportDialog
              report={removing}
              onDeleted={onClose}
              onClose={() => setRemoving(undefined)}
            />
          )}
        </>
      )}
    </RecordDrawer>
  );
}

function DeleteReportDialog(props: {
  report: ManagedReport;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { report, onDeleted, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshReports();
  return (
    <DeleteDialog
      title={t("managedReports.deleteTitle", { name: report.name })}
      text={t("managedReports.deleteText")}
      confirm={t("managedReports.delete")}
      recordKey={["reports", report.id]}
      loadUses={(signal) => loadReportUses(report.id, signal)}
      inUse={(count) => t("managedReports.inUse", { count })}
      remove={() => removeReport(report.id)}
      onDeleted={async () => {
        showToast({ tone: "good", text: t("managedReports.deleted") });
        onClose();
        onDeleted();
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
