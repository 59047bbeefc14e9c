import {
  confirmRetirement,
  decideOnRetirements,
  getRetirementDecisions,
  type ManagedRetirement,
} from "@tonneline/contract/managedRetirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, isRefusal } from "../../../lib/api.ts";
import { decideOnMany } from "../../../lib/bulk.ts";
import { callFailures } from "../../../lib/failure.ts";
import { tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { Facts } from "../../../ui/Facts.tsx";
import { useRefreshRetirements } from "./admin.queries.ts";
import { tonnesOf } from "./completion.ts";
import { enteredFacts } from "./enteredFacts.tsx";

interface Props {
  /** Each entered by another operator. */
  retirements: readonly ManagedRetirement[];
  onClose: (acted?: boolean) => void;
}

/** Serial numbers that are already retired stay so: the entered data must be changed first, which is not possible here. */
const mayRetry = (error: unknown) =>
  callFailures.mayRetry(error) && !isRefusal(error, "VALIDATION_FAILED");

/**
 * The four-eyes check: the operator compares a colleague's input with the registry; confirming it completes the
 * retirement.
 */
export function ConfirmDialog({ retirements, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  const [keyOf] = useState(keyring);
  const count = retirements.length;
  const amount = { count, tonnes: tonnes(tonnesOf(retirements)) };
  return (
    <BulkDialog
      title={t("managedRetirements.dialog.confirm", { count })}
      text={t("managedRetirements.dialog.confirmText", amount)}
      rows={retirements}
      idOf={({ id }) => id}
      rowLabel={({ id, projectName, quantity }) =>
        t("managedRetirements.dialog.row", {
          id,
          project: projectName,
          tonnes: tonnes(quantity),
        })
      }
      {...callFailures}
      mayRetry={mayRetry}
      confirm={t("managedRetirements.confirmMany", { count })}
      successText={() => t("managedRetirements.told.confirm", amount)}
      act={({ id, version }) =>
        call(
          confirmRetirement,
          { params: { id: String(id) }, body: { version } },
          { idempotencyKey: keyOf([id, version]) },
        )
      }
      actOnMany={(rows, onDone) => {
        const requests = rows.map(({ id, version }) => ({ id, asks: { version } }));
        const body = { decision: "confirm" as const, rows: requests };
        const calls = { start: decideOnRetirements, read: getRetirementDecisions };
        return decideOnMany(calls, body, { idempotencyKey: keyOf(body), onDone });
      }}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {retirements.map((retirement) => (
        <section
          key={retirement.id}
          aria-label={t("managedRetirements.one", { id: retirement.id })}
        >
          <h3>
            {t("managedRetirements.dialog.row", {
              id: retirement.id,
              project: retirement.projectName,
              tonnes: tonnes(retirement.quantity),
            })}
          </h3>
          <Facts facts={enteredFacts(t, retirement.entered)} />
        </section>
      ))}
    </BulkDialog>
  );
}
