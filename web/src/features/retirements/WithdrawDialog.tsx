import { useQueryClient } from "@tanstack/react-query";
import { withdrawRetirement, type Retirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { tonnes } from "../../lib/format.ts";
import { keyring } from "../../lib/keyring.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";

/** Confirms the withdrawal of a request, and explains a failure if an operator was faster. */
export function WithdrawDialog(props: { retirement: Retirement; onClose: () => void }) {
  const { retirement, onClose } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [keyOf] = useState(keyring);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const amount = tonnes(retirement.quantity);

  const refresh = () =>
    Promise.all(
      ["retirements", "portfolio"].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );

  async function withdraw() {
    setBusy(true);
    setFailure(undefined);
    try {
      const params = { id: String(retirement.id) };
      await call(withdrawRetirement, { params }, { idempotencyKey: keyOf(retirement.id) });
      showToast({ tone: "good", text: t("retirements.withdraw.done", { tonnes: amount }) });
      onClose();
    } catch (error) {
      setFailure(reasonOf(error));
      setBusy(false);
    }
    void refresh();
  }

  return (
    <ActionDialog
      title={t("retirements.withdraw.title", { id: retirement.id })}
      text={t("retirements.withdraw.text", {
        tonnes: amount,
        project: retirement.projectName,
      })}
      confirm={t("retirements.withdraw.confirm")}
      danger
      busy={busy}
      failure={failure}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    />
  );
}
