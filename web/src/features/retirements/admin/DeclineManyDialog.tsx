import { Textarea } from "@mantine/core";
import {
  decideOnRetirements,
  declineRetirement,
  getRetirementDecisions,
  type ManagedRetirement,
} from "@tonneline/contract/managedRetirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, Unreachable } from "../../../lib/api.ts";
import { decideOnMany } from "../../../lib/bulk.ts";
import { mayWorkAgain, reasonOf } from "../../../lib/failure.ts";
import { tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { useRefreshRetirements } from "./admin.queries.ts";
import { tonnesOf } from "./completion.ts";

interface Props {
  retirements: readonly ManagedRetirement[];
  onClose: () => void;
}

/** Declines several with one reason, which all their buyers read. */
export function DeclineManyDialog({ retirements, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  const [reason, setReason] = useState("");
  const [keyOf] = useState(keyring);
  const count = retirements.length;
  return (
    <BulkDialog
      title={t("managedRetirements.dialog.declineMany", { count })}
      text={t("managedRetirements.dialog.declineManyText", {
        count,
        tonnes: tonnes(tonnesOf(retirements)),
      })}
      rows={retirements}
      idOf={({ id }) => id}
      rowLabel={({ id, projectName, quantity }) =>
        t("managedRetirements.dialog.row", {
          id,
          project: projectName,
          tonnes: tonnes(quantity),
        })
      }
      whyOf={reasonOf}
      isLost={(error) => error instanceof Unreachable}
      mayRetry={mayWorkAgain}
      confirm={t("managedRetirements.declineMany", { count })}
      danger
      missing={reason.trim().length < 3 ? t("managedRetirements.dialog.reasonMissing") : undefined}
      act={({ id }) =>
        call(
          declineRetirement,
          { params: { id: String(id) }, body: { reason } },
          { idempotencyKey: keyOf([id, reason]) },
        )
      }
      actOnMany={(rows, onDone) => {
        const asked = rows.map(({ id }) => ({ id, asks: { reason } }));
        const body = { decision: "decline" as const, rows: asked };
        const calls = { start: decideOnRetirements, read: getRetirementDecisions };
        return decideOnMany(calls, body, { idempotencyKey: keyOf(body), onDone });
      }}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
        label={t("managedRetirements.dialog.reason")}
        description={t("managedRetirements.dialog.reasonHelpMany")}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </BulkDialog>
  );
}
