import { IconArrowMerge, IconTrash } from "@tabler/icons-react";
import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { NewButton } from "../../ui/NewButton.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { entryColumns, menuColumn } from "./columns.tsx";
import { entryLists } from "./entries.queries.ts";
import { EntrySteps, type EntryStep } from "./EntrySteps.tsx";
import { MergeDialog } from "./MergeDialog.tsx";
import "../../locales/en/deletion.ts";
import "../../locales/en/directory.ts";
import "../../locales/en/table.ts";
import { MergeManyDialog } from "./MergeManyDialog.tsx";

type Step =
  | EntryStep<DirectoryEntry>
  | { kind: "merge"; entry: DirectoryEntry }
  | { kind: "mergeMany"; entries: readonly DirectoryEntry[] };

function DirectoryPage({ list }: { list: DirectoryList }) {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("directory:write") ?? false;
  const listed = useList(entryLists[list]);
  const { data, chosen } = listed;
  const [step, setStep] = useState<Step>();
  const projects = chosen.reduce((sum, each) => sum + each.projects, 0);
  const unused = chosen.filter(({ projects }) => projects === 0);
  const close = (acted?: boolean) => {
    setStep(undefined);
    if (acted) listed.clear();
  };
  const columns = useMemo(() => {
    const menu: Column<DirectoryEntry> = {
      ...menuColumn(t("directory.column.actions"), ["rename", "merge", "delete"], setStep),
      ...(list === "projectTypes" && { phone: "figure" }),
    };
    return canWrite ? [...entryColumns(t, list), menu] : entryColumns(t, list);
  }, [t, list, canWrite]);

  return (
    <>
      <ListScreen
        {...listed.screen}
        name={`management-${list}`}
        texts={{
          ...t(`directory.${list}`, { returnObjects: true }),
          search: t("directory.search"),
        }}
        columns={columns}
        selection={
          canWrite && {
            label: ({ name }) => t("directory.select", { name }),
            sum: t("directory.sum", { count: projects, number: whole(projects) }),
            actions: [
              {
                label: t("directory.mergeMany", { count: chosen.length }),
                icon: IconArrowMerge,
                onClick: () => setStep({ kind: "mergeMany", entries: chosen }),
              },
              unused.length > 0 && {
                label: t("directory.deleteMany", { count: unused.length }),
                icon: IconTrash,
                danger: true,
                onClick: () => setStep({ kind: "deleteMany", entries: unused }),
              },
            ],
          }
        }
        onRow={(entry) => canWrite && setStep({ kind: "rename", entry })}
        total={(counted) => t("directory.total", counted)}
        actions={
          canWrite && (
            <NewButton
              label={t(`directory.${list}.new`)}
              onClick={() => setStep({ kind: "create" })}
            />
          )
        }
      />
      {step?.kind === "merge" && <MergeDialog list={list} entry={step.entry} onClose={close} />}
      {step?.kind === "mergeMany" && (
        <MergeManyDialog list={list} entries={step.entries} onClose={close} />
      )}
      {step && step.kind !== "merge" && step.kind !== "mergeMany" && (
        <EntrySteps
          list={list}
          step={step}
          entries={data?.content}
          newTitle={t(`directory.${list}.new`)}
          onMerge={(entry) => setStep({ kind: "merge", entry })}
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
