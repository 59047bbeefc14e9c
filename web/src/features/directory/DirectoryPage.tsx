import { Button } from "@mantine/core";
import { IconArrowMerge, IconPlus, IconTrash } from "@tabler/icons-react";
import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { facesOf } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { pageQuery } from "../../ui/table/tableSearch.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { DeleteManyDialog } from "../deletion/DeleteManyDialog.tsx";
import {
  actionsOf,
  exportEntries,
  specOf,
  useEntries,
  useRefreshEntries,
} from "./entries.queries.ts";
import { DeleteEntryDialog, NameDialog } from "./EntryDialogs.tsx";
import { EntryMenu } from "./EntryMenu.tsx";
import { MergeDialog } from "./MergeDialog.tsx";
import { MergeManyDialog } from "./MergeManyDialog.tsx";

type Step =
  | { kind: "create" }
  | { kind: "rename" | "merge" | "delete"; entry: DirectoryEntry }
  | { kind: "mergeMany" | "deleteMany"; entries: readonly DirectoryEntry[] };

const nothing: ReadonlySet<number> = new Set();

function DirectoryPage({ list }: { list: DirectoryList }) {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("directory:write") ?? false;
  const spec = specOf(list);
  const [search, change] = useTableSearch(spec);
  const [step, setStep] = useState<Step>();
  const page = useEntries(list, pageQuery(search));
  const { data } = page;
  const [selected, setSelected] = useState(nothing);
  const refresh = useRefreshEntries(list);
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const projects = chosen.reduce((sum, each) => sum + each.projects, 0);
  const unused = chosen.filter(({ projects }) => projects === 0);
  const close = () => setStep(undefined);
  const closeMany = () => {
    close();
    setSelected(nothing);
  };
  const columns: Column<DirectoryEntry>[] = [
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
  if (canWrite) {
    columns.push({
      name: "actions",
      label: t("directory.column.actions"),
      quiet: true,
      fixed: true,
      cell: (entry) => (
        <EntryMenu
          name={entry.name}
          actions={(["rename", "merge", "delete"] as const).map((kind) => ({
            kind,
            onClick: () => setStep({ kind, entry }),
          }))}
        />
      ),
    });
  }

  return (
    <>
      <ListScreen
        name={`management-${list}`}
        texts={{
          ...t(`directory.${list}`, { returnObjects: true }),
          search: t("directory.search"),
        }}
        spec={spec}
        search={search}
        onChange={change}
        columns={columns}
        idOf={({ id }) => id}
        {...facesOf(page)}
        selectLabel={canWrite ? ({ name }) => t("directory.select", { name }) : undefined}
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              sum={t("directory.sum", { count: projects, number: whole(projects) })}
              onClear={() => setSelected(nothing)}
            >
              <Button
                size="sm"
                variant="white"
                color="navy.9"
                leftSection={<IconArrowMerge size={16} stroke={1.8} aria-hidden />}
                onClick={() => setStep({ kind: "mergeMany", entries: chosen })}
              >
                {t("directory.mergeMany", { count: chosen.length })}
              </Button>
              {unused.length > 0 && (
                <Button
                  size="sm"
                  variant="outline"
                  color="white"
                  leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
                  onClick={() => setStep({ kind: "deleteMany", entries: unused })}
                >
                  {t("directory.deleteMany", { count: unused.length })}
                </Button>
              )}
            </SelectionBar>
          )
        }
        onRow={(entry) => canWrite && setStep({ kind: "rename", entry })}
        total={
          data &&
          t("directory.total", { count: data.totalElements, number: whole(data.totalElements) })
        }
        actions={
          <>
            {canWrite && (
              <Button
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setStep({ kind: "create" })}
              >
                {t(`directory.${list}.new`)}
              </Button>
            )}
            <ExportButton
              size="sm"
              onExport={() => exportEntries(list, pageQuery(search))}
              reasonOf={reasonOf}
            />
          </>
        }
      />
      {step?.kind === "create" && (
        <NameDialog list={list} title={t(`directory.${list}.new`)} onClose={close} />
      )}
      {step?.kind === "rename" && (
        <NameDialog
          list={list}
          entry={data?.content.find(({ id }) => id === step.entry.id) ?? step.entry}
          title={t("directory.renameTitle", { name: step.entry.name })}
          onClose={close}
        />
      )}
      {step?.kind === "merge" && <MergeDialog list={list} entry={step.entry} onClose={close} />}
      {step?.kind === "mergeMany" && (
        <MergeManyDialog list={list} entries={step.entries} onClose={closeMany} />
      )}
      {step?.kind === "deleteMany" && (
        <DeleteManyDialog
          title={t("directory.deleteManyTitle", { count: step.entries.length })}
          text={t("directory.deleteText")}
          confirm={t("directory.deleteMany", { count: step.entries.length })}
          rows={step.entries}
          remove={(entry) => actionsOf(list).remove(entry)}
          onActed={() => void refresh()}
          onClose={closeMany}
        />
      )}
      {step?.kind === "delete" && (
        <DeleteEntryDialog
          list={list}
          entry={step.entry}
          onMerge={() => setStep({ kind: "merge", entry: step.entry })}
          onClose={close}
        />
      )}
    </>
  );
}

/** /management/auditors */
export function AuditorsPage() {
  return <DirectoryPage list="auditors" />;
}

/** /management/developers */
export function DevelopersPage() {
  return <DirectoryPage list="developers" />;
}

/** /management/registries */
export function RegistriesPage() {
  return <DirectoryPage list="registries" />;
}

/** /management/project-types */
export function ProjectTypesPage() {
  return <DirectoryPage list="projectTypes" />;
}
