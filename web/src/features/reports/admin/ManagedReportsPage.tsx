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
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import { statusTabs } from "../../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import {
  exportReports,
  queryOf,
  reportsSpec,
  reportTabs,
  useManagedReports,
} from "./admin.queries.ts";
import { ReportDrawer } from "./ReportDrawer.tsx";

/** /management/reports: due-diligence reports, their files and their projects. */
export function ManagedReportsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("reports:write") ?? false;
  const [search, change] = useTableSearch(reportsSpec);
  const [adding, setAdding] = useState(false);
  const page = useManagedReports(queryOf(search));
  const { data } = page;
  const columns: Column<ManagedReport>[] = [
    {
      name: "name",
      label: t("managedReports.column.name"),
      sort: "name",
      fixed: true,
      cell: ({ id, name }) => (
        <RecordLink spec={reportsSpec} search={search} id={id}>
          {name}
        </RecordLink>
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
      cell: ({ file }) => file?.name ?? t("managedReports.noFile"),
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
