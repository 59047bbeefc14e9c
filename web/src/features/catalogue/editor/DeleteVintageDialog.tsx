import { deleteVintage, type ManagedVintage } from "@tonneline/contract/managedVintages";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, isRefusal, refusalText } from "../../../lib/api.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { useEditor } from "./EditorContext.tsx";

interface Props {
  vintage: ManagedVintage;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a vintage goes for good, which only one without any credits can. */
export function DeleteVintageDialog({ vintage, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const remove = useMutation({
    mutationFn: () =>
      call(deleteVintage, {
        params: { id: String(projectId), vintageId: String(vintage.id) },
      }),
    onSuccess: onDeleted,
  });
  const failure = isRefusal(remove.error, "IN_USE")
    ? t("editor.deleteVintage.inUse")
    : refusalText(remove.error);
  return (
    <ActionDialog
      title={t("editor.deleteVintage.title", { year: vintage.year })}
      text={t("editor.deleteVintage.text")}
      confirm={t("editor.deleteVintage.confirm")}
      danger
      busy={remove.isPending}
      failure={remove.isError ? failure : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  );
}
