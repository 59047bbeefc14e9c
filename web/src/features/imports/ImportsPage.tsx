import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { CatalogueImport } from "@tonneline/contract/imports";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { dateTime, whole } from "../../lib/format.ts";
import { facesOf } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { statusTabs } from "../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { importsSpec, importTabs, useBeginImport, useImports } from "./imports.queries.ts";
import { ImportStatusBadge } from "./ImportStatusBadge.tsx";

/** /management/projects/import: what was imported from files, and where a new import begins. */
export function ImportsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const [search, change] = useTableSearch(importsSpec);
  const page = useImports(search);
  const { data } = page;
  const begin = useBeginImport();
  const to = (id: number) => paths.managementImport.replace("$id", String(id));

  const names = ({ files }: CatalogueImport) =>
    [files.projects?.name, files.vintages?.name].filter(Boolean).join(", ");
  const columns: Column<CatalogueImport>[] = [
    {
      name: "createdAt",
      label: t("imports.column.createdAt"),
      sort: "createdAt",
      latestFirst: true,
      fixed: true,
      cell: ({ id, createdAt }) => (
        <Link to={to(id)} preload={false}>
          {dateTime(createdAt)}
        </Link>
      ),
    },
    {
      name: "createdBy",
      label: t("imports.column.createdBy"),
      sort: "createdBy",
      cell: ({ createdBy }) => createdBy,
    },
    {
      name: "files",
      label: t("imports.column.files"),
      sort: "files",
      cell: (each) => names(each) || <Nothing />,
    },
    {
      name: "status",
      label: t("imports.column.status"),
      sort: "status",
      cell: ({ status }) => <ImportStatusBadge status={status} />,
    },
    ...(["new", "changed", "refused"] as const).map((name) => ({
      name,
      label: t(`imports.column.${name}`),
      sort: name,
      num: true,
      cell: ({ imported, checked }: CatalogueImport) => {
        const counts = imported ?? checked;
        return counts ? whole(counts.projects[name] + counts.vintages[name]) : <Nothing />;
      },
    })),
  ];

  return (
    <ListScreen
      name="management-imports"
      texts={t("imports", { returnObjects: true })}
      spec={importsSpec}
      search={search}
      onChange={change}
      columns={columns}
      idOf={({ id }) => id}
      {...facesOf(page)}
      onRow={({ id }) => void navigate({ to: to(id) })}
      tabs={{
        label: t("imports.tabs"),
        tabs: statusTabs(importTabs, data?.counts, (tab) => t(`imports.status.${tab}`)),
      }}
      actions={
        <>
          <Button component={Link} to={paths.managementProjects} variant="default" size="sm">
            {t("imports.toProjects")}
          </Button>
          {canWrite && (
            <BusyButton
              size="sm"
              busy={begin.isPending}
              leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
              onClick={() => begin.mutate()}
            >
              {t("imports.new")}
            </BusyButton>
          )}
        </>
      }
      total={data && t("imports.total", { count: data.totalElements })}
    />
  );
}
