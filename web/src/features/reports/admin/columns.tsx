import type { ManagedReport } from "@tonneline/contract/managedReports";
import type { TFunction } from "i18next";
import { day, euros, whole } from "../../../lib/format.ts";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import { NoValue } from "../../../ui/NoValue.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import { managedReports } from "./admin.queries.ts";

/** The columns of the list of reports. */
export function reportColumns(t: TFunction, search: TableSearch): Column<ManagedReport>[] {
  return [
    {
      name: "name",
      phone: "name",
      label: t("managedReports.column.name"),
      sort: "name",
      fixed: true,
      cell: ({ id, name }) => (
        <LongText text={name}>
          <RecordLink spec={managedReports.spec} search={search} id={id}>
            {name}
          </RecordLink>
        </LongText>
      ),
    },
    {
      name: "price",
      phone: "figure",
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
      wide: true,
      label: t("managedReports.column.pages"),
      sort: "pages",
      num: true,
      cell: ({ pages }) => (pages === null ? <NoValue /> : whole(pages)),
    },
    {
      name: "file",
      wide: true,
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
      phone: "detail",
      label: t("managedReports.column.published"),
      sort: "publishedAt",
      latestFirst: true,
      cell: ({ publishedAt }) => day(publishedAt),
    },
    {
      name: "state",
      phone: "state",
      label: t("managedReports.column.state"),
      sort: "hidden",
      cell: (report) => t(`managedReports.${report.hidden ? "hidden" : "shown"}`),
    },
  ];
}
