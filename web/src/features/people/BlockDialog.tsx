import { useMutation } from "@tanstack/react-query";
import type { ManagedUser } from "@tonneline/contract/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ReasonField } from "../../ui/ReasonField.tsx";
import { fullName } from "./columns.tsx";
import { block, unblock, useRefreshPeople } from "./people.queries.ts";

const minReason = 3;

/** Blocks a user with a reason, or unblocks one. */
export function BlockDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const missing = !user.blocked && reason.trim().length < minReason;
  const name = fullName(user);
  const act = useMutation({
    mutationFn: () => (user.blocked ? unblock(user.id) : block(user.id, reason)),
    onSuccess: async () => {
      const text = t(`people.users.dialog.${user.blocked ? "unblocked" : "blocked"}`, { name });
      showToast({ tone: "good", text });
      await refresh();
      onClose();
    },
    // A colleague was faster: refetch the current state.
    onError: refresh,
  });
  const what = user.blocked ? "unblock" : "block";
  return (
    <ActionDialog
      title={t(`people.users.dialog.${what}`, { name })}
      text={t(`people.users.dialog.${what}Text`, { name })}
      confirm={t(`people.users.${what}`)}
      danger={!user.blocked}
      busy={act.isPending}
      failure={act.error ? reasonOf(act.error) : undefined}
      onConfirm={() => {
        setSubmitted(true);
        if (!missing) act.mutate();
      }}
      onClose={onClose}
    >
      {!user.blocked && (
        <ReasonField
          label={t("people.users.dialog.reason")}
          description={t("people.users.dialog.reasonHelp")}
          error={submitted && missing ? t("people.users.dialog.reasonMissing") : undefined}
          value={reason}
          onChange={setReason}
        />
      )}
    </ActionDialog>
  );
}
