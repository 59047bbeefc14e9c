import type { Flag, FlagOverride } from "@tonneline/contract/flags";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { useRemoveOverride } from "./flags.queries.ts";

interface Props {
  flag: Flag;
  override: FlagOverride;
  onClose: () => void;
}

/** Asks for confirmation before removing a user's override. */
export function RemoveDialog({ flag, override, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useRemoveOverride();
  const { identity, id } = override;
  return (
    <ActionDialog
      title={t("flags.dialog.remove")}
      text={t(flag.enabled ? "flags.dialog.removeTextOn" : "flags.dialog.removeTextOff", {
        identity,
        name: flag.name,
      })}
      confirm={t("flags.dialog.removeConfirm")}
      danger
      busy={remove.isPending}
      failure={remove.error ? reasonOf(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate({ params: { name: flag.name, id: String(id) } }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}
