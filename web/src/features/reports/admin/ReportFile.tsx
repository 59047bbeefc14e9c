import { FileButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ManagedReport } from "@tonneline/contract/managedReports";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { fileSize } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import styles from "./admin.module.css";
import { loadReportFile, uploadReportFile, useRefreshReports } from "./admin.queries.ts";

/** The PDF of a report: view, upload, replace. */
export function ReportFile({ report, canWrite }: { report: ManagedReport; canWrite: boolean }) {
  const { t } = useTranslation();
  const refresh = useRefreshReports();
  const resetInput = useRef<() => void>(null);
  const load = useMutation({ mutationFn: () => loadReportFile(report) });
  const upload = useMutation({
    mutationFn: (file: File) => uploadReportFile(report, file),
    // Not while pending: the reset would hide a download that still runs.
    onMutate: () => load.isError && load.reset(),
    onSuccess: () => showToast({ tone: "good", text: t("managedReports.file.uploaded") }),
    // Also shows a colleague's concurrent change next to the refusal.
    onSettled: refresh,
  });
  const failure = upload.error ?? load.error;
  const whyNot = (error: Error) =>
    isRefusal(error, "NOT_FOUND") ? t("managedReports.file.gone") : reasonOf(error);
  return (
    <section>
      <h3>{t("managedReports.file.title")}</h3>
      <div className={styles.file}>
        {report.file ? (
          <BusyButton
            variant="default"
            size="sm"
            busy={load.isPending}
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            onClick={() => {
              // Likewise.
              if (upload.isError) upload.reset();
              load.mutate();
            }}
          >
            {report.file.name} ({fileSize(report.file.bytes)})
          </BusyButton>
        ) : (
          <span>{t("managedReports.noFile")}</span>
        )}
        {canWrite && (
          <FileButton
            accept="application/pdf"
            resetRef={resetInput}
            inputProps={{ "aria-label": t("managedReports.file.title") }}
            onChange={(file) => {
              // Allows choosing the same file again after it was corrected.
              resetInput.current?.();
              if (file) upload.mutate(file);
            }}
          >
            {(props) => (
              <BusyButton {...props} variant="default" size="sm" busy={upload.isPending}>
                {t(report.file ? "managedReports.file.replace" : "managedReports.file.upload")}
              </BusyButton>
            )}
          </FileButton>
        )}
      </div>
      <p className={styles.help}>{t("managedReports.file.help")}</p>
      {failure && <Banner tone="bad" title={whyNot(failure)} />}
    </section>
  );
}
