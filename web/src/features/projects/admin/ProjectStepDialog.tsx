import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../ui/toast.tsx";
import { DeleteManyDialog } from "../../deletion/DeleteManyDialog.tsx";
import { DeleteProjectDialog } from "../DeleteProjectDialog.tsx";
import { useProjectChanged } from "../editor/editor.queries.ts";
import { removeProject } from "./admin.queries.ts";
import { ChangeProjectsDialog, type ProjectAction } from "./ProjectDialogs.tsx";

/** What an operator is about to do with projects of the list. */
export type ProjectStep =
  | { kind: ProjectAction; projects: readonly ManagedProjectSummary[] }
  | { kind: "delete"; project: ManagedProjectSummary }
  | { kind: "deleteMany"; projects: readonly ManagedProjectSummary[] };

interface Props {
  step: ProjectStep;
  onClose: () => void;
  /** Of what is done with several. */
  onCloseMany: (acted?: boolean) => void;
}

/** The dialog that asks before it is done. */
export function ProjectStepDialog({ step, onClose, onCloseMany }: Props) {
  const { t } = useTranslation();
  const { refresh } = useProjectChanged();
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
