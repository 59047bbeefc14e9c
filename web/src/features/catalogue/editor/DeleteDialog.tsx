import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, isRefusal, refusalText } from "../../../lib/api.ts";
import { deleteVintage, type ManagedVintage } from "@tonneline/contract/managedVintages";
import { deleteProject, type ManagedProject } from "@tonneline/contract/managedProjects";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { Banner } from "../../../ui/Banner.tsx";
import { useEditor } from "./EditorContext.tsx";

interface Props {
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a vintage goes for good, which only one without any credits can. */
export function DeleteVintageDialog({ vintage, ...props }: Props & { vintage: ManagedVintage }) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const params = { id: String(projectId), vintageId: String(vintage.id) };
  return (
    <DeleteDialog
      {...props}
      title={t("editor.deleteVintage.title", { year: vintage.year })}
      text={t("editor.deleteVintage.text")}
      confirm={t("editor.deleteVintage.confirm")}
      inUse={t("editor.deleteVintage.inUse")}
      run={() => call(deleteVintage, { params })}
    />
  );
}

/** Asks before a project goes for good, which only one that nothing refers to can. */
export function DeleteProjectDialog({ project, ...props }: Props & { project: ManagedProject }) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      {...props}
      title={t("editor.deleteProject.title", { name: project.name })}
      text={t("editor.deleteProject.text")}
      confirm={t("editor.deleteProject.confirm")}
      inUse={t("editor.deleteProject.inUse")}
      run={() => call(deleteProject, { params: { id: String(project.id) } })}
    />
  );
}

interface DialogProps extends Props {
  title: string;
  text: string;
  confirm: string;
  /** What to do instead when it is in use. */
  inUse: string;
  run: () => Promise<unknown>;
}

/** What is in use stays, and the dialog says where. */
function DeleteDialog({ title, text, confirm, inUse, run, onDeleted, onClose }: DialogProps) {
  const { t } = useTranslation();
  const remove = useMutation({ mutationFn: run, onSuccess: onDeleted });
  const refused = isRefusal(remove.error, "IN_USE") ? remove.error.problem : undefined;
  const usedBy = refused?.usedBy ?? [];
  const more = (refused?.usedByCount ?? usedBy.length) - usedBy.length;
  return (
    <ActionDialog
      title={title}
      text={text}
      confirm={confirm}
      danger
      busy={remove.isPending}
      failure={remove.error && !refused ? refusalText(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {refused && (
        <Banner tone="bad" title={inUse}>
          <ul>
            {usedBy.map(({ type, id, name }) => (
              <li key={`${type} ${id}`}>
                {t(`editor.usedBy.${type as "order"}`, { id, name, defaultValue: name })}
              </li>
            ))}
            {more > 0 && <li>{t("editor.save.more", { count: more })}</li>}
          </ul>
        </Banner>
      )}
    </ActionDialog>
  );
}
