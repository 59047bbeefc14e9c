import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../ui/toast.tsx";
import { DeleteManyDialog } from "../../deletion/DeleteManyDialog.tsx";
import { DeleteProjectDialog } from "../DeleteProjectDialog.tsx";
import { useProjectCache } from "../editor/editor.queries.ts";
import { removeProject } from "./admin.queries.ts";
import { ChangeProjectsDialog, type ProjectAction } from "./ProjectDialogs.tsx";

/** The action that an operator is about to take on projects of the list. */
export type ProjectStep =
  | { kind: ProjectAction; projects: readonly ManagedProjectSummary[] }
  | { kind: "delete"; project: ManagedProjectSummary }
  | { kind: "deleteMany"; projects: readonly ManagedProjectSummary[] };

interface Props {
  step: ProjectStep;
  onClose: () => void;
  /** Called instead of onClose for actions on several projects. */
  onCloseMany: (acted?: boolean) => void;
}

/** The confirmation dialog of the current step. */
export function ProjectStepDialog({ step, onClose, onCloseMany }: Props) {
  const { t } = useTranslation();
  const { refresh } = useProjectCache();
  if (step.kind === "delete") {
    const { name } = step.project;
    return (
      <DeleteProjectDialog
        project={step.project}
        onDeleted={async () => {
          showToast({ tone: "good", text: t("managedProjects.deleted", { name }) });
          await refresh();
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  if (step.kind === "deleteMany") {
    const count = step.projects.length;
    return (
      <DeleteManyDialog
        title={t("managedProjects.dialog.deleteMany", { count })}
        text={t("managedProjects.dialog.deleteManyText")}
        confirm={t("managedProjects.deleteMany", { count })}
        rows={step.projects}
        remove={removeProject}
        onActed={() => void refresh()}
        onClose={onCloseMany}
      />
    );
  }
  return <ChangeProjectsDialog action={step.kind} projects={step.projects} onClose={onCloseMany} />;
}
