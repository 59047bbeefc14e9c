import {
  decideOnRetirements,
  type ManagedRetirement,
} from "@tonneline/contract/managedRetirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { scheduleDecision } from "../../../lib/bulk.ts";
import { callFailures } from "../../../lib/failure.ts";
import { tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { paths } from "../../../lib/paths.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { ReasonField } from "../../../ui/ReasonField.tsx";
import { managedRetirements } from "./admin.queries.ts";
import { tonnesOf } from "./completion.ts";
import "../../../locales/en/runs.ts";

interface Props {
  retirements: readonly ManagedRetirement[];
  onClose: (acted?: boolean) => void;
}

/** Declines one or more retirements with one reason, which all their buyers see; the server delays it for a while. */
export function DeclineDialog({ retirements, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [keyOf] = useState(keyring);
  const count = retirements.length;
  const short = reason.trim().length < 3;
  const sum = tonnes(tonnesOf(retirements));
  const [first] = retirements;
  const rowLabel = ({ id, projectName, quantity }: ManagedRetirement) =>
    t("managedRetirements.dialog.row", { id, project: projectName, tonnes: tonnes(quantity) });

  async function hold(given: readonly ManagedRetirement[]) {
    const rows = given.map(({ id }) => ({ id, asks: { reason } }));
    const body = { decision: "decline" as const, rows };
    await scheduleDecision(decideOnRetirements, body, keyOf(body), {
      subject: "retirements",
      texts: {
        pending: t("runs.retirements.waits", { count: given.length }),
        startNow: t("runs.retirements.now"),
        succeeded: t("runs.retirements.told", { count: given.length, tonnes: sum }),
        rows: Object.fromEntries(given.map((each) => [each.id, rowLabel(each)])),
      },
      to: paths.managementRetirements,
      stale: [managedRetirements.key],
    });
    return new Map<number, unknown>();
  }

  return (
    <BulkDialog
      title={
        count === 1 && first
          ? t("managedRetirements.dialog.decline", { id: first.id })
          : t("managedRetirements.dialog.declineMany", { count })
      }
      text={
        count === 1 && first
          ? t("managedRetirements.dialog.declineText", { tonnes: sum, project: first.projectName })
          : t("managedRetirements.dialog.declineManyText", { tonnes: sum })
      }
      rows={retirements}
      idOf={({ id }) => id}
      rowLabel={rowLabel}
      {...callFailures}
      confirm={
        count === 1
          ? t("managedRetirements.decline")
          : t("managedRetirements.declineMany", { count })
      }
      danger
      missing={short ? t("managedRetirements.dialog.reasonMissing") : undefined}
      act={(retirement) => hold([retirement])}
      actOnMany={hold}
      onActed={() => {}}
      onClose={onClose}
    >
      {(submitted) => (
        <ReasonField
          label={t("managedRetirements.dialog.reason")}
          description={t(
            `managedRetirements.dialog.${count === 1 ? "reasonHelp" : "reasonHelpMany"}`,
          )}
          error={submitted && short}
          value={reason}
          onChange={setReason}
        />
      )}
    </BulkDialog>
  );
}
