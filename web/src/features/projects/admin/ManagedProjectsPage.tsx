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
import { codeNames } from "@tonneline/contract/catalogue";
import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { tonnes, whole } from "../../../lib/format.ts";
import { facesOf } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { RowMenu } from "../../../ui/table/RowMenu.tsx";
import { SelectionBar } from "../../../ui/table/SelectionBar.tsx";
import { statusTabs } from "../../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import { showToast } from "../../../ui/toast.tsx";
import { DeleteManyDialog } from "../../deletion/DeleteManyDialog.tsx";
import { DeleteProjectDialog } from "../DeleteProjectDialog.tsx";
import { useProjectChanged } from "../editor/editor.queries.ts";
import { exportProjects, removeProject, useManagedProjects } from "./admin.queries.ts";
import { projectsSpec, projectTabs, queryOf } from "./admin.search.ts";
import { projectColumns, usuallyHidden } from "./columns.tsx";
import { ChangeProjectsDialog, type ProjectAction } from "./ProjectDialogs.tsx";
import { ProjectPills } from "./ProjectPills.tsx";
import styles from "./admin.module.css";

type Step =
  | { kind: ProjectAction; projects: readonly ManagedProjectSummary[] }
  | { kind: "delete"; project: ManagedProjectSummary }
  | { kind: "deleteMany"; projects: readonly ManagedProjectSummary[] };

const nothing: ReadonlySet<number> = new Set();
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
  const [search, change] = useTableSearch(projectsSpec);
  const [selected, setSelected] = useState(nothing);
  const [step, setStep] = useState<Step>();
  const query = queryOf(search);
  const page = useManagedProjects(query);
  const { refresh } = useProjectChanged();
  const { data } = page;
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const closeMany = () => {
    setStep(undefined);
    setSelected(nothing);
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
        name="management-projects"
        texts={t("managedProjects", { returnObjects: true })}
        spec={projectsSpec}
        search={search}
        onChange={change}
        columns={canWrite ? [...projectColumns(t), menu] : projectColumns(t)}
        usuallyHidden={usuallyHidden}
        idOf={({ id }) => id}
        {...facesOf(page)}
        rowClass={({ hidden }) => (hidden ? styles.dimmed : undefined)}
        onRow={({ id }) => open(id)}
        tabs={{
          label: t("managedProjects.tabs"),
          tabs: statusTabs(projectTabs, data?.counts, (tab) =>
            tab === "all" ? t("managedProjects.all") : codeNames[tab],
          ),
        }}
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
            <ExportButton size="sm" onExport={() => exportProjects(query)} reasonOf={reasonOf} />
          </>
        }
        pills={<ProjectPills search={search} onChange={change} />}
        total={
          data &&
          t("managedProjects.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
          })
        }
        selectLabel={canWrite ? ({ name }) => t("managedProjects.select", { name }) : undefined}
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              sum={t("managedProjects.sum", {
                tonnes: tonnes(chosen.reduce((sum, each) => sum + each.availableCredits, 0)),
              })}
              onClear={() => setSelected(nothing)}
            >
              {(["show", "hide", "status"] as const).map((kind) => {
                const projects = changeable(chosen, kind);
                const Sign = bulkIcons[kind];
                if (projects.length === 0) return null;
                return (
                  <Button
                    key={kind}
                    size="sm"
                    variant="white"
                    color="navy.9"
                    leftSection={<Sign size={16} stroke={1.8} aria-hidden />}
                    onClick={() => setStep({ kind, projects })}
                  >
                    {t(`managedProjects.${kind}Many`, { count: projects.length })}
                  </Button>
                );
              })}
              <Button
                size="sm"
                variant="outline"
                color="white"
                leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
                onClick={() => setStep({ kind: "deleteMany", projects: chosen })}
              >
                {t("managedProjects.deleteMany", { count: chosen.length })}
              </Button>
            </SelectionBar>
          )
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
