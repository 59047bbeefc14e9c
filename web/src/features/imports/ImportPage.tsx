import { Skeleton } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { CatalogueImport, ErrorChoice } from "@tonneline/contract/imports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { isRefusal } from "../../lib/api.ts";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { ImportHead } from "./ImportHead.tsx";
import styles from "./imports.module.css";
import { useImport } from "./imports.queries.ts";
import { ImportReport } from "./ImportReport.tsx";
import { ApplyStep, CheckStep, ColumnsStep, FilesStep } from "./ImportSteps.tsx";
import { useImportRun } from "./useImportRun.ts";
import "../../locales/en/imports.ts";
import "../../locales/en/table.ts";

/** /management/projects/import/…: upload files, map columns, run a dry check, then import all or nothing. */
export function ImportPage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const number = /^[1-9]\d{0,9}$/.test(id ?? "") ? Number(id) : 0;
  const { data, error, refetch } = useImport(number);
  usePageTitle(t("imports.one", { id }));
  if (number === 0 || isRefusal(error, "NOT_FOUND")) {
    return (
      <EmptyState
        isPage
        title={t("imports.missing")}
        action={{ label: t("imports.back"), to: paths.managementImports }}
      />
    );
  }
  if (data) return <Import key={data.id} run={data} />;
  if (error) {
    return (
      <ErrorState
        isPage
        title={t("imports.oneFailed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
        back={{ label: t("imports.back"), to: paths.managementImports }}
      />
    );
  }
  return <Skeleton height={480} role="status" aria-label={t("imports.loading")} />;
}

function Import({ run }: { run: CatalogueImport }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const importRun = useImportRun(run);
  const { actions, act, busy, counts, done, failure, kinds, refused, rows, working } = importRun;
  // A failure from before the dialog was opened must not be shown in it.
  const [openDialog, setOpenDialog] = useState<{ what: "apply" | "delete"; after: unknown }>();
  const ask = (what: "apply" | "delete") => setOpenDialog({ what, after: failure });
  const [errors, setErrors] = useState<ErrorChoice>("LEAVE_OUT");
  const close = () => setOpenDialog(undefined);
  const dialog = {
    busy,
    failure: failure === undefined || failure === openDialog?.after ? undefined : reasonOf(failure),
    onClose: close,
    children: null,
  };
  return (
    <>
      <ImportHead importRun={importRun} onDelete={() => ask("delete")} />
      <div className={styles.page}>
        <FilesStep importRun={importRun} />
        {kinds.length > 0 && <ColumnsStep importRun={importRun} />}
        {kinds.length > 0 && <CheckStep importRun={importRun} />}
        <ApplyStep
          importRun={importRun}
          errors={errors}
          onErrors={setErrors}
          onApply={() => ask("apply")}
        />
      </div>
      {counts && !working && (
        <ImportReport
          id={run.id}
          at={run.importedAt ?? run.checkedAt ?? ""}
          done={done}
          refused={refused}
        />
      )}
      {/* Closes with its step, which may be running even though its response was lost, or need another check. */}
      {openDialog?.what === "apply" && run.status === "CHECKED" && (
        <ActionDialog
          {...dialog}
          title={t("imports.confirm.title", { count: rows })}
          text={t("imports.confirm.text", { count: refused })}
          confirm={t("imports.apply", { count: rows })}
          onConfirm={() =>
            void act(() => actions.apply(run.version, errors)).then((ok) => ok && close())
          }
        />
      )}
      {openDialog?.what === "delete" && (
        <ActionDialog
          {...dialog}
          title={t("imports.delete.title")}
          text={t(done ? "imports.delete.doneText" : "imports.delete.text")}
          confirm={t("imports.delete.confirm")}
          danger
          onConfirm={() =>
            void act(actions.remove).then(
              (ok) => ok && void navigate({ to: paths.managementImports }),
            )
          }
        />
      )}
    </>
  );
}
