import type { ManagedUser } from "@tonneline/contract/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../lib/failure.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { ReasonField } from "../../ui/ReasonField.tsx";
import { fullName } from "./columns.tsx";
import { blockIfNeeded, unblockIfNeeded, useRefreshPeople } from "./people.queries.ts";

const minReason = 3;

interface Props {
  action: "block" | "unblock";
  users: readonly ManagedUser[];
  onClose: (acted?: boolean) => void;
}

/** Blocks several users with one reason, or unblocks several, and lists why individual ones failed. */
export function BlockManyDialog({ action, users, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  const [reason, setReason] = useState("");
  const blocks = action === "block";
  const short = reason.trim().length < minReason;
  const title = t(`people.users.${action}Many`, { count: users.length });
  return (
    <BulkDialog
      title={title}
      text={t(`people.users.dialog.${action}ManyText`)}
      rows={users}
      idOf={({ id }) => id}
      rowLabel={(user) => `${fullName(user)}, ${user.username}`}
      {...callFailures}
      confirm={title}
      danger={blocks}
      missing={blocks && short ? t("people.users.dialog.reasonMissing") : undefined}
      act={({ id }) => (blocks ? blockIfNeeded(id, reason) : unblockIfNeeded(id))}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {(submitted) =>
        blocks && (
          <ReasonField
            label={t("people.users.dialog.reason")}
            description={t("people.users.dialog.reasonHelp")}
            error={submitted && short}
            value={reason}
            onChange={setReason}
          />
        )
      }
    </BulkDialog>
  );
}
