import { codeNames } from "@tonneline/contract/codes";
import { Button } from "@mantine/core";
import { IconPlus, IconTrash, IconUpload } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { tonnes } from "../../../lib/format.ts";
import { useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { managedProjects } from "./admin.queries.ts";
import { projectColumns, hiddenByDefault } from "./columns.tsx";
import type { ProjectAction } from "./ProjectDialogs.tsx";
import { actionIcons, ProjectMenu } from "./ProjectMenu.tsx";
import { ProjectPills } from "./ProjectPills.tsx";
import { ProjectStepDialog, type ProjectStep } from "./ProjectStepDialog.tsx";
import styles from "./admin.module.css";
import "../../../locales/en/deletion.ts";
import "../../../locales/en/projects.ts";
import "../../../locales/en/table.ts";

/** Returns the projects that an action would change. */
function changeable(projects: readonly ManagedProjectSummary[], action: ProjectAction) {
  if (action === "status") return projects;
  return projects.filter(({ hidden }) => hidden === (action === "show"));
}

/** /management/projects: all projects, to open, hide, show or set their status. */
export function ManagedProjectsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const list = useList(managedProjects);
  const { search, chosen } = list;
  const [step, setStep] = useState<ProjectStep>();
  const possible = (["show", "hide", "status"] as const)
    .map((kind) => ({ kind, projects: changeable(chosen, kind) }))
    .filter(({ projects }) => projects.length > 0);
  const open = (id: number) => void navigate({ to: paths.managementProject, search: { id } });

  const columns = useMemo(() => {
    const menu: Column<ManagedProjectSummary> = {
      name: "actions",
      phone: "figure",
      label: t("managedProjects.column.actions"),
      quiet: true,
      fixed: true,
      cell: (project) => <ProjectMenu project={project} onStep={setStep} />,
    };
    return canWrite ? [...projectColumns(t), menu] : projectColumns(t);
  }, [t, canWrite]);

  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-projects"
        texts={t("managedProjects", { returnObjects: true })}
        columns={columns}
        hiddenByDefault={hiddenByDefault}
        rowClass={({ hidden }) => (hidden ? styles.dimmed : undefined)}
        onRow={({ id }) => open(id)}
        tabLabel={(tab) => (tab === "all" ? t("managedProjects.all") : codeNames[tab])}
        actions={<PageButtons canWrite={canWrite} />}
        pills={<ProjectPills search={search} onChange={list.change} />}
        total={(counted) => t("managedProjects.total", counted)}
        selection={
          canWrite && {
            label: ({ name }) => t("managedProjects.select", { name }),
            sum: t("managedProjects.sum", {
              tonnes: tonnes(chosen.reduce((sum, each) => sum + each.availableCredits, 0)),
            }),
            actions: [
              ...possible.map((each) => ({
                label: t(`managedProjects.${each.kind}Many`, { count: each.projects.length }),
                icon: actionIcons[each.kind],
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
      {step && (
        <ProjectStepDialog
          step={step}
          onClose={() => setStep(undefined)}
          onCloseMany={(acted) => {
            setStep(undefined);
            if (acted) list.clear();
          }}
        />
      )}
    </>
  );
}

function PageButtons({ canWrite }: { canWrite: boolean }) {
  const { t } = useTranslation();
  return (
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
  );
}
