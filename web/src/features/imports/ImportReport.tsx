import { Checkbox } from "@mantine/core";
import type { ImportRow } from "@tonneline/contract/imports";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { filteredBy } from "../../lib/tableSearch.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useReport } from "./imports.queries.ts";
import { RowState } from "./RowState.tsx";
import styles from "./imports.module.css";

interface Props {
  id: number;
  /** When the rows were checked or imported. */
  at: string;
  done: boolean;
  /** The number of rows with errors; if there are any, it opens with them. */
  refused: number;
}

// Line numbers of the two files overlap: the row ids of vintages are offset.
const vintagesFrom = 1_000_000_000;

/** The result of a check or an import for each row. */
export function ImportReport({ id, at, done, refused }: Props) {
  const { t } = useTranslation();
  const { search, change, screen } = useReport(id, at, refused > 0);
  const columns: Column<ImportRow>[] = [
    {
      name: "line",
      label: t("imports.report.line"),
      sort: "line",
      fixed: true,
      cell: ({ file, line }) => t(`imports.report.place.${file}`, { line: whole(line) }),
    },
    {
      name: "state",
      label: t("imports.report.state"),
      fixed: true,
      cell: ({ state }) => <RowState state={state} />,
    },
    { name: "key", label: t("imports.report.key"), cell: ({ key }) => key || <NoValue /> },
    {
      name: "notes",
      label: t("imports.report.notes"),
      fixed: true,
      cell: ({ notes }) =>
        notes.length === 0 ? (
          <NoValue />
        ) : (
          <ul className={styles.notes}>
            {notes.map(({ column, reason }) => (
              <li key={`${column} ${reason}`}>
                {column && <code translate="no">{column}</code>} {reason}
              </li>
            ))}
          </ul>
        ),
    },
    // Last: names are long, and on narrow screens the remarks matter more.
    { name: "name", label: t("imports.report.name"), cell: ({ name }) => name || <NoValue /> },
  ];
  const { file = "", noted } = search.filters;
  return (
    <ListScreen
      {...screen}
      embedded
      name="management-import-rows"
      texts={{
        ...t("imports.report", { returnObjects: true }),
        title: t(done ? "imports.report.titleDone" : "imports.report.title"),
      }}
      columns={columns}
      idOf={(row) => (row.file === "vintages" ? vintagesFrom : 0) + row.line}
      onRow={() => {}}
      tabLabel={(tab) => t(tab === "all" ? "imports.status.all" : `imports.state.${tab}`)}
      pills={
        <>
          <SelectField
            size="sm"
            aria-label={t("imports.report.file")}
            value={file}
            data={[
              { value: "", label: t("imports.report.bothFiles") },
              { value: "projects", label: t("imports.file.projects") },
              { value: "vintages", label: t("imports.file.vintages") },
            ]}
            onChange={({ currentTarget: { value } }) => change(filteredBy(search, "file", value))}
          />
          <Checkbox
            size="sm"
            label={t("imports.report.noted")}
            checked={noted === "true"}
            onChange={({ currentTarget: { checked } }) =>
              change(filteredBy(search, "noted", checked ? "true" : ""))
            }
          />
        </>
      }
      total={(counted) => t("imports.rows", counted)}
    />
  );
}
