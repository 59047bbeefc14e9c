import { Checkbox } from "@mantine/core";
import type { BankRefund } from "@tonneline/contract/bankRefunds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { showToast } from "../../ui/toast.tsx";
import { AskReason } from "./AskReason.tsx";
import { useRefunds } from "./bank.queries.ts";

/** Records that the bank refused a refund, or the whole file that it is in. */
export function RefuseDialog({ refund, onClose }: { refund: BankRefund; onClose: () => void }) {
  const { t } = useTranslation();
  const { name, fileId } = refund;
  const [isFile, setFile] = useState(false);
  const { refuse, refuseFile } = useRefunds();

  function confirm(reason: string) {
    const done = (count: number, amount: number) => {
      const text = t("bank.refunds.refused", { count, amount: euros(amount) });
      showToast({ tone: "good", text });
      onClose();
    };
    if (isFile && fileId !== null) {
      const onSuccess = (all: { refunds: number; amount: number }) => done(all.refunds, all.amount);
      refuseFile.mutate({ fileId, reason }, { onSuccess });
    } else refuse.mutate({ refund, reason }, { onSuccess: () => done(1, refund.amount) });
  }

  return (
    <AskReason
      title={t("bank.refunds.refuseTitle", { name })}
      text={
        isFile
          ? t("bank.refunds.refuseFileText", { id: fileId })
          : t("bank.refunds.refuseText", { amount: euros(refund.amount) })
      }
      confirm={t(`bank.refunds.${isFile ? "refuseFileConfirm" : "refuseConfirm"}`)}
      danger
      busy={refuse.isPending || refuseFile.isPending}
      error={(isFile ? refuseFile : refuse).error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Checkbox
        label={t("bank.refunds.refuseFile", { id: fileId })}
        checked={isFile}
        onChange={({ currentTarget }) => setFile(currentTarget.checked)}
      />
    </AskReason>
  );
}
