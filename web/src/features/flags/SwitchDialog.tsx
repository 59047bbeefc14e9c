import type { Flag } from "@tonneline/contract/flags";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { useChangeFlag } from "./flags.queries.ts";

/** Asks for confirmation before switching a flag for everybody. */
export function SwitchDialog({ flag: asked, onClose }: { flag: Flag; onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChangeFlag();
  // The button keeps its original action, whatever a colleague changes meanwhile.
  const [flag] = useState(asked);
  const { name, overrides } = flag;
  const { version, adopt } = useFormVersion(asked, true);
  const to = flag.enabled ? "off" : "on";
  return (
    <ActionDialog
      title={t(`flags.dialog.${to}`, { name })}
      text={t(`flags.dialog.${to}Text`)}
      confirm={t(`flags.dialog.${to}Confirm`)}
      busy={change.isPending}
      failure={change.error ? reasonOf(change.error) : undefined}
      onConfirm={() =>
        change.mutate(
          { params: { name }, body: { version, enabled: !flag.enabled } },
          {
            onSuccess: onClose,
            onError: (error) => isRefusal(error, "VERSION_CONFLICT") && adopt(),
          },
        )
      }
      onClose={onClose}
    >
      {overrides.length > 0 && <p>{t("flags.dialog.kept", { count: overrides.length })}</p>}
    </ActionDialog>
  );
}
