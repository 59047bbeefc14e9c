import { deleteProject, getProjectUses } from "@tonneline/contract/projects";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api.ts";
import { DeleteDialog } from "../deletion/DeleteDialog.tsx";

interface Props {
  project: { id: number; name: string };
  onDeleted: () => unknown;
  onClose: () => void;
}

/** Asks for confirmation before deleting a project permanently, which is possible only if nothing refers to it. */
export function DeleteProjectDialog({ project: { id, name }, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const params = { id: String(id) };
  return (
    <DeleteDialog
      title={t("managedProjects.dialog.delete", { name })}
      text={t("managedProjects.dialog.deleteText")}
      confirm={t("managedProjects.delete")}
      recordKey={["projects", id]}
      loadUses={(signal) => call(getProjectUses, { params }, { signal })}
      inUse={(count) => t("managedProjects.dialog.inUse", { count })}
      remove={() => call(deleteProject, { params })}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}
