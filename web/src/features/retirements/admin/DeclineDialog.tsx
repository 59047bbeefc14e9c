import { Textarea } from "@mantine/core";
import { declineRetirement, type ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { useRefreshRetirements } from "./admin.queries.ts";

interface Props {
  retirement: ManagedRetirement;
  onClose: () => void;
}

/** Declines with a reason that the buyer reads. */
export function DeclineDialog({ retirement, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  const [reason, setReason] = useState("");
  const [keyOf] = useState(keyring);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isShort = reason.trim().length < 3;

  async function decline() {
    setAsked(true);
    setFailure(undefined);
    if (isShort) return;
    setBusy(true);
    try {
      const params = { id: String(retirement.id) };
      const options = { idempotencyKey: keyOf(reason) };
      await call(declineRetirement, { params, body: { reason } }, options);
      void refresh();
      onClose();
    } catch (error) {
      setFailure(reasonOf(error));
      setBusy(false);
    }
  }

  return (
    <ActionDialog
      title={t("managedRetirements.dialog.decline", { id: retirement.id })}
      text={t("managedRetirements.dialog.declineText", {
        tonnes: tonnes(retirement.quantity),
        project: retirement.projectName,
      })}
      confirm={t("managedRetirements.decline")}
      danger
      busy={busy}
      failure={failure}
      onConfirm={() => void decline()}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
        label={t("managedRetirements.dialog.reason")}
        description={t("managedRetirements.dialog.reasonHelp")}
        error={asked && isShort && t("managedRetirements.dialog.short")}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}
