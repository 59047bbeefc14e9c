import { deleteVintage, getVintageUses, type ManagedVintage } from "@tonneline/contract/vintages";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api.ts";
import { DeleteDialog } from "../../deletion/DeleteDialog.tsx";
import { useEditor } from "./EditorContext.tsx";

interface Props {
  vintage: ManagedVintage;
  onDeleted: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation before deleting a vintage permanently, which is possible only if it never had credits and has no
 * named price.
 */
export function DeleteVintageDialog({ vintage: { id, year }, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const params = { id: String(projectId), vintageId: String(id) };
  return (
    <DeleteDialog
      title={t("editor.deleteVintage.title", { year })}
      text={t("editor.deleteVintage.text")}
      confirm={t("editor.deleteVintage.confirm")}
      recordKey={["vintages", id]}
      loadUses={(signal) => call(getVintageUses, { params }, { signal })}
      inUse={(count) => t("editor.deleteVintage.inUse", { count })}
      remove={() => call(deleteVintage, { params })}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}
