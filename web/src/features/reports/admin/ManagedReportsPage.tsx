import type { ManagedReport } from "@tonneline/contract/managedReports";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAdding, useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { NewButton } from "../../../ui/NewButton.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { DeleteManyDialog } from "../../deletion/DeleteManyDialog.tsx";
import { reportColumns } from "./columns.tsx";
import { managedReports, removeReport, useRefreshReports } from "./admin.queries.ts";
import { ReportDrawer } from "./ReportDrawer.tsx";
import "../../../locales/en/deletion.ts";
import "../../../locales/en/managedReports.ts";
import "../../../locales/en/table.ts";
import { ShowReportsDialog } from "./ShowReportsDialog.tsx";

interface Step {
  action: "show" | "hide" | "delete";
  reports: readonly ManagedReport[];
}

/** /management/reports: due-diligence reports, their files and their projects. */
export function ManagedReportsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("reports:write") ?? false;
  const list = useList(managedReports);
  const { search, chosen } = list;
  const columns = useMemo(() => reportColumns(t, search), [t, search]);
  const adding = useAdding(list);
  const [step, setStep] = useState<Step>();
  const refresh = useRefreshReports();
  const steps: Step[] = [
    { action: "show", reports: chosen.filter(({ hidden }) => hidden) },
    { action: "hide", reports: chosen.filter(({ hidden }) => !hidden) },
    // Reports that were sold are kept for their buyers.
    { action: "delete", reports: chosen.filter(({ sold }) => sold === 0) },
  ];
  const closeMany = (acted?: boolean) => {
    setStep(undefined);
    if (acted) list.clear();
  };
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-reports"
        texts={t("managedReports", { returnObjects: true })}
        columns={columns}
        tabLabel={(tab) => t(`managedReports.${tab}`)}
        selection={
          canWrite && {
            label: ({ name }) => t("managedReports.select", { name }),
            actions: steps
              .filter((each) => each.reports.length > 0)
              .map((each) => ({
                label: t(`managedReports.${each.action}Many`, { count: each.reports.length }),
                danger: each.action === "delete",
                onClick: () => setStep(each),
              })),
          }
        }
        total={(counted) => t("managedReports.total", counted)}
        actions={canWrite && <NewButton label={t("managedReports.new")} onClick={adding.begin} />}
      />
      {step?.action === "delete" && (
        <DeleteManyDialog
          title={t("managedReports.deleteMany", { count: step.reports.length })}
          text={t("managedReports.deleteText")}
          confirm={t("managedReports.deleteMany", { count: step.reports.length })}
          rows={step.reports}
          remove={({ id }) => removeReport(id)}
          onActed={() => void refresh()}
          onClose={closeMany}
        />
      )}
      {step && step.action !== "delete" && (
        <ShowReportsDialog action={step.action} reports={step.reports} onClose={closeMany} />
      )}
      <ReportDrawer {...adding.drawer} canWrite={canWrite} />
    </>
  );
}
