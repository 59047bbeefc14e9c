import { Link } from "@tanstack/react-router";
import type { CatalogueImport } from "@tonneline/contract/imports";
import type { TFunction } from "i18next";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ImportStatusBadge } from "./ImportStatusBadge.tsx";

/** Returns the path of an import's page. */
export const pathOf = (id: number) => paths.managementImport.replace("$id", String(id));

const names = ({ files }: CatalogueImport) =>
  [files.projects?.name, files.vintages?.name].filter(Boolean).join(", ");

/** The columns of the list of imports. */
export function importColumns(t: TFunction): Column<CatalogueImport>[] {
  return [
    {
      name: "createdAt",
      label: t("imports.column.createdAt"),
      sort: "createdAt",
      latestFirst: true,
      fixed: true,
      phone: "name",
      cell: ({ id, createdAt }) => (
        <Link to={pathOf(id)} preload={false}>
          <Timestamp at={createdAt} />
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
      phone: "detail",
      cell: (each) => names(each) || <NoValue />,
    },
    {
      name: "status",
      label: t("imports.column.status"),
      sort: "status",
      phone: "state",
      cell: ({ status }) => <ImportStatusBadge status={status} />,
    },
    ...(["new", "changed", "refused"] as const).map((name) => ({
      name,
      label: t(`imports.column.${name}`),
      sort: name,
      num: true,
      cell: ({ imported, checked }: CatalogueImport) => {
        const counts = imported ?? checked;
        return counts ? whole(counts.projects[name] + counts.vintages[name]) : <NoValue />;
      },
    })),
  ];
}
