import { codeNames } from "@tonneline/contract/codes";
import { Button } from "@mantine/core";
import {
  IconEye,
  IconEyeOff,
  IconFlag,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUpload,
  IconWorld,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { tonnes, whole } from "../../../lib/format.ts";
import { useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { RowMenu } from "../../../ui/table/RowMenu.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { DeleteManyDialog } from "../../deletion/DeleteManyDialog.tsx";
import { DeleteProjectDialog } from "../DeleteProjectDialog.tsx";
import { useProjectChanged } from "../editor/editor.queries.ts";
import { managedProjects, removeProject } from "./admin.queries.ts";
import { projectColumns, usuallyHidden } from "./columns.tsx";
import { ChangeProjectsDialog, type ProjectAction } from "./ProjectDialogs.tsx";
import { ProjectPills } from "./ProjectPills.tsx";
import styles from "./admin.module.css";
import "../../../locales/en/deletion.ts";
import "../../../locales/en/projects.ts";
import "../../../locales/en/table.ts";

type Step =
  | { kind: ProjectAction; projects: readonly ManagedProjectSummary[] }
  | { kind: "delete"; project: ManagedProjectSummary }
  | { kind: "deleteMany"; projects: readonly ManagedProjectSummary[] };

const bulkIcons = { hide: IconEyeOff, show: IconEye, status: IconFlag };

/** Those of the projects that an action would change. */
function changeable(projects: readonly ManagedProjectSummary[], action: ProjectAction) {
  if (action === "status") return projects;
  return projects.filter(({ hidden }) => hidden === (action === "show"));
}

/** /management/projects: every project, to be opened, hidden, shown and given a status. */
export function ManagedProjectsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const list = useList(managedProjects);
  const { search, data, chosen } = list;
  const [step, setStep] = useState<Step>();
  const { refresh } = useProjectChanged();
  const possible = (["show", "hide", "status"] as const)
    .map((kind) => ({ kind, projects: changeable(chosen, kind) }))
    .filter(({ projects }) => projects.length > 0);
  const closeMany = () => {
    setStep(undefined);
    list.clear();
  };
  const open = (id: number) => void navigate({ to: paths.managementProject, search: { id } });

  const menu: Column<ManagedProjectSummary> = {
    name: "actions",
    label: t("managedProjects.column.actions"),
    quiet: true,
    fixed: true,
    cell: (project) => {
      const action = project.hidden ? "show" : "hide";
      const ask = (kind: ProjectAction) => () => setStep({ kind, projects: [project] });
      const see = () => void navigate({ to: paths.project, params: { id: String(project.id) } });
      return (
        <RowMenu
          name={project.name}
          actions={[
            { label: t("managedProjects.edit"), icon: IconPencil, onClick: () => open(project.id) },
            ...(project.hidden
              ? []
              : [{ label: t("managedProjects.see"), icon: IconWorld, onClick: see }]),
            {
              label: t(`managedProjects.${action}`),
              icon: bulkIcons[action],
              onClick: ask(action),
            },
            { label: t("managedProjects.status"), icon: bulkIcons.status, onClick: ask("status") },
            {
              label: t("managedProjects.delete"),
              icon: IconTrash,
              danger: true,
              onClick: () => setStep({ kind: "delete", project }),
            },
          ]}
        />
      );
    },
  };

  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-projects"
        texts={t("managedProjects", { returnObjects: true })}
        columns={canWrite ? [...projectColumns(t), menu] : projectColumns(t)}
        usuallyHidden={usuallyHidden}
        rowClass={({ hidden }) => (hidden ? styles.dimmed : undefined)}
        onRow={({ id }) => open(id)}
        tabLabel={(tab) => (tab === "all" ? t("managedProjects.all") : codeNames[tab])}
        actions={
          <>
            {canWrite && (
              <Button
                component={Link}
                to={paths.managementProject}
                size="sm"
                leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
              >
                {t("managedProjects.new")}
              </Button>
            )}
            <Button
              component={Link}
              to={paths.managementImports}
              variant="default"
              size="sm"
              leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
            >
              {t("managedProjects.import")}
            </Button>
          </>
        }
        pills={<ProjectPills search={search} onChange={list.change} />}
        total={
          data &&
          t("managedProjects.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
          })
        }
        selection={
          canWrite && {
            label: ({ name }) => t("managedProjects.select", { name }),
            sum: t("managedProjects.sum", {
              tonnes: tonnes(chosen.reduce((sum, each) => sum + each.availableCredits, 0)),
            }),
            actions: [
              ...possible.map((each) => ({
                label: t(`managedProjects.${each.kind}Many`, { count: each.projects.length }),
                icon: bulkIcons[each.kind],
                onClick: () => setStep(each),
              })),
              {
                label: t("managedProjects.deleteMany", { count: chosen.length }),
                icon: IconTrash,
                danger: true,
                onClick: () => setStep({ kind: "deleteMany", projects: chosen }),
              },
            ],
          }
        }
      />
      {step?.kind === "delete" && (
        <DeleteProjectDialog
          project={step.project}
          onDeleted={async () => {
            const { name } = step.project;
            showToast({ tone: "good", text: t("managedProjects.deleted", { name }) });
            await refresh();
            setStep(undefined);
          }}
          onClose={() => setStep(undefined)}
        />
      )}
      {step?.kind === "deleteMany" && (
        <DeleteManyDialog
          title={t("managedProjects.dialog.deleteMany", { count: step.projects.length })}
          text={t("managedProjects.dialog.deleteManyText")}
          confirm={t("managedProjects.deleteMany", { count: step.projects.length })}
          rows={step.projects}
          remove={removeProject}
          onActed={() => void refresh()}
          onClose={closeMany}
        />
      )}
      {step && step.kind !== "delete" && step.kind !== "deleteMany" && (
        <ChangeProjectsDialog action={step.kind} projects={step.projects} onClose={closeMany} />
      )}
    </>
  );
}
