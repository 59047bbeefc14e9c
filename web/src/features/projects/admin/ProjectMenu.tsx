import {
  IconEye,
  IconEyeOff,
  IconFlag,
  IconPencil,
  IconTrash,
  IconWorld,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { useTranslation } from "react-i18next";
import { paths } from "../../../lib/paths.ts";
import { RowMenu } from "../../../ui/table/RowMenu.tsx";
import type { ProjectAction } from "./ProjectDialogs.tsx";
import type { ProjectStep } from "./ProjectStepDialog.tsx";

export const actionIcons = { hide: IconEyeOff, show: IconEye, status: IconFlag };

interface Props {
  project: ManagedProjectSummary;
  onStep: (step: ProjectStep) => void;
}

/** The actions on one project of the list. */
export function ProjectMenu({ project, onStep }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const edit = () => void navigate({ to: paths.managementProject, search: { id: project.id } });
  const see = () => void navigate({ to: paths.project, params: { id: String(project.id) } });
  const ask = (kind: ProjectAction) => () => onStep({ kind, projects: [project] });
  const shows = project.hidden ? "show" : "hide";
  return (
    <RowMenu
      name={project.name}
      actions={[
        { label: t("managedProjects.edit"), icon: IconPencil, onClick: edit },
        ...(project.hidden
          ? []
          : [{ label: t("managedProjects.see"), icon: IconWorld, onClick: see }]),
        { label: t(`managedProjects.${shows}`), icon: actionIcons[shows], onClick: ask(shows) },
        { label: t("managedProjects.status"), icon: actionIcons.status, onClick: ask("status") },
        {
          label: t("managedProjects.delete"),
          icon: IconTrash,
          danger: true,
          onClick: () => onStep({ kind: "delete", project }),
        },
      ]}
    />
  );
}
