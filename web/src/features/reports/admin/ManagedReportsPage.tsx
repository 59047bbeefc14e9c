import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ManagedReport } from "@tonneline/contract/managedReports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { day, euros, whole } from "../../../lib/format.ts";
import { facesOf } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import { Nothing } from "../../../ui/Nothing.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import { SelectionBar } from "../../../ui/table/SelectionBar.tsx";
import { statusTabs } from "../../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import { DeleteManyDialog } from "../../deletion/DeleteManyDialog.tsx";
import {
  exportReports,
  queryOf,
  removeReport,
  reportsSpec,
  reportTabs,
  useManagedReports,
  useRefreshReports,
} from "./admin.queries.ts";
import { ReportDrawer } from "./ReportDrawer.tsx";
import { ShowReportsDialog } from "./ShowReportsDialog.tsx";

interface Step {
  action: "show" | "hide" | "delete";
  reports: readonly ManagedReport[];
}

const nothing: ReadonlySet<number> = new Set();

/** /management/reports: due-diligence reports, their files and their projects. */
export function ManagedReportsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("reports:write") ?? false;
  const [search, change] = useTableSearch(reportsSpec);
  const [adding, setAdding] = useState(false);
  const [selected, setSelected] = useState(nothing);
  const [step, setStep] = useState<Step>();
  const refresh = useRefreshReports();
  const page = useManagedReports(queryOf(search));
  const { data } = page;
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const steps: Step[] = [
    { action: "show", reports: chosen.filter(({ hidden }) => hidden) },
    { action: "hide", reports: chosen.filter(({ hidden }) => !hidden) },
    // What was sold stays for whoever bought it.
    { action: "delete", reports: chosen.filter(({ sold }) => sold === 0) },
  ];
  const closeMany = () => {
    setStep(undefined);
    setSelected(nothing);
  };
  const columns: Column<ManagedReport>[] = [
    {
      name: "name",
      label: t("managedReports.column.name"),
      sort: "name",
      fixed: true,
      cell: ({ id, name }) => (
        <LongText text={name}>
          <RecordLink spec={reportsSpec} search={search} id={id}>
            {name}
          </RecordLink>
        </LongText>
      ),
    },
    {
      name: "price",
      label: t("managedReports.column.price"),
      sort: "price",
      num: true,
      cell: ({ price }) => euros(price),
    },
    {
      name: "projects",
      label: t("managedReports.column.projects"),
      sort: "projects",
      num: true,
      cell: ({ projects }) => (
        <span title={projects.map(({ name }) => name).join("\n")}>{whole(projects.length)}</span>
      ),
    },
    {
      name: "pages",
      label: t("managedReports.column.pages"),
      sort: "pages",
      num: true,
      cell: ({ pages }) => (pages === null ? <Nothing /> : whole(pages)),
    },
    {
      name: "file",
      label: t("managedReports.column.file"),
      sort: "file",
      cell: ({ file }) => <LongText text={file?.name ?? t("managedReports.noFile")} />,
    },
    {
      name: "sold",
      label: t("managedReports.column.sold"),
      sort: "sold",
      num: true,
      cell: ({ sold }) => whole(sold),
    },
    {
      name: "published",
      label: t("managedReports.column.published"),
      sort: "publishedAt",
      latestFirst: true,
      cell: ({ publishedAt }) => day(publishedAt),
    },
    {
      name: "state",
      label: t("managedReports.column.state"),
      sort: "hidden",
      cell: (report) => t(`managedReports.${report.hidden ? "hidden" : "shown"}`),
    },
  ];
  return (
    <>
      <ListScreen
        name="management-reports"
        texts={t("managedReports", { returnObjects: true })}
        spec={reportsSpec}
        search={search}
        onChange={change}
        columns={columns}
        idOf={({ id }) => id}
        {...facesOf(page)}
        tabs={{
          label: t("managedReports.tabs"),
          tabs: statusTabs(reportTabs, data?.counts, (tab) => t(`managedReports.${tab}`)),
        }}
        selectLabel={canWrite ? ({ name }) => t("managedReports.select", { name }) : undefined}
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          chosen.length > 0 && (
            <SelectionBar count={chosen.length} onClear={() => setSelected(nothing)}>
              {steps.map(
                (each) =>
                  each.reports.length > 0 && (
                    <Button
                      key={each.action}
                      size="sm"
                      variant={each.action === "delete" ? "outline" : "white"}
                      color={each.action === "delete" ? "white" : "navy.9"}
                      onClick={() => setStep(each)}
                    >
                      {t(`managedReports.${each.action}Many`, { count: each.reports.length })}
                    </Button>
                  ),
              )}
            </SelectionBar>
          )
        }
        total={
          data &&
          t("managedReports.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
          })
        }
        actions={
          <>
            {canWrite && (
              <Button
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                {t("managedReports.new")}
              </Button>
            )}
            <ExportButton
              size="sm"
              onExport={() => exportReports(queryOf(search))}
              reasonOf={reasonOf}
            />
          </>
        }
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
      <ReportDrawer
        id={search.open}
        adding={adding}
        canWrite={canWrite}
        onAdded={(id) => {
          setAdding(false);
          change({ ...search, open: String(id) });
        }}
        onClose={() => {
          if (adding) setAdding(false);
          else change({ ...search, open: "" });
        }}
      />
    </>
  );
}
