import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { useUser } from "../../lib/session.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { entriesSpec, exportEntries, queryOf, useEntries } from "./entries.queries.ts";
import { DeleteDialog, NameDialog } from "./EntryDialogs.tsx";
import { EntryMenu } from "./EntryMenu.tsx";
import { MergeDialog } from "./MergeDialog.tsx";

type Step = { kind: "create" } | { kind: "rename" | "merge" | "delete"; entry: DirectoryEntry };

function DirectoryPage({ list }: { list: DirectoryList }) {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("directory:write") ?? false;
  const [search, change] = useTableSearch(entriesSpec);
  const [step, setStep] = useState<Step>();
  const { data, error, isPlaceholderData, refetch } = useEntries(list, queryOf(search));
  const close = () => setStep(undefined);
  const columns: Column<DirectoryEntry>[] = [
    {
      name: "name",
      label: t("directory.column.name"),
      sort: "name",
      fixed: true,
      cell: ({ name }) => <b>{name}</b>,
    },
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
        spec={entriesSpec}
        search={search}
        onChange={change}
        columns={columns}
        idOf={({ id }) => id}
        data={data}
        failure={error ? failureOf(error) : undefined}
        onRetry={() => void refetch()}
        stale={isPlaceholderData}
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
              onExport={() => exportEntries(list, queryOf(search))}
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
          entry={step.entry}
          title={t("directory.renameTitle", { name: step.entry.name })}
          onClose={close}
        />
      )}
      {step?.kind === "merge" && <MergeDialog list={list} entry={step.entry} onClose={close} />}
      {step?.kind === "delete" && <DeleteDialog list={list} entry={step.entry} onClose={close} />}
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
