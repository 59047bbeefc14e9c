import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import type { TFunction } from "i18next";
import { whole } from "../../lib/format.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { LongText } from "../../ui/table/LongText.tsx";

/** The columns of one of the lists that projects choose from. */
export function entryColumns(t: TFunction, list: DirectoryList): Column<DirectoryEntry>[] {
  return [
    {
      name: "name",
      label: t("directory.column.name"),
      sort: "name",
      fixed: true,
      cell: ({ name }) => (
        <LongText text={name}>
          <b>{name}</b>
        </LongText>
      ),
    },
    ...(list === "projectTypes"
      ? [
          {
            name: "scope",
            label: t("directory.column.scope"),
            sort: "scope",
            cell: ({ scope }: DirectoryEntry) => scope,
          },
        ]
      : []),
    {
      name: "projects",
      label: t("directory.column.projects"),
      sort: "projects",
      num: true,
      cell: ({ projects }) => whole(projects),
    },
  ];
}
