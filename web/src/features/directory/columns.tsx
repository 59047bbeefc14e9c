import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import type { TFunction } from "i18next";
import { whole } from "../../lib/format.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { EntryMenu, type EntryAction } from "./EntryMenu.tsx";

/** The column of an entry's name. */
export function nameColumn<Row extends { name: string }>(label: string) {
  return {
    name: "name",
    label,
    sort: "name",
    fixed: true,
    cell: ({ name }: Row) => (
      <LongText text={name}>
        <b>{name}</b>
      </LongText>
    ),
  };
}

/** The column with the actions on an entry. */
export function menuColumn<Row extends { name: string }, Kind extends EntryAction>(
  label: string,
  kinds: readonly Kind[],
  onStep: (step: { kind: Kind; entry: Row }) => void,
): Column<Row> {
  return {
    name: "actions",
    label,
    quiet: true,
    fixed: true,
    cell: (entry) => (
      <EntryMenu
        name={entry.name}
        actions={kinds.map((kind) => ({ kind, onClick: () => onStep({ kind, entry }) }))}
      />
    ),
  };
}

/** The columns of one of the lists that projects choose from; the only one with three columns is folded on phones. */
export function entryColumns(t: TFunction, list: DirectoryList): Column<DirectoryEntry>[] {
  const isFolded = list === "projectTypes";
  return [
    { ...nameColumn(t("directory.column.name")), ...(isFolded && { phone: "name" }) },
    ...(isFolded
      ? [
          {
            phone: "detail" as const,
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
      ...(isFolded && { phone: "state" }),
      cell: ({ projects }) => whole(projects),
    },
  ];
}
