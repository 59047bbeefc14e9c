import { TextInput } from "@mantine/core";
import type { BankEntry } from "@tonneline/contract/bank";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureByField } from "../../lib/failure.ts";
import { euros } from "../../lib/format.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useRefunds } from "./bank.queries.ts";

const fields = [
  { name: "amount", most: 20 },
  { name: "name", most: 70 },
  { name: "iban", most: 42 },
  { name: "text", most: 140 },
] as const;

/** Puts the remainder of an entry on the refund list: amount, recipient and reference. */
export function RefundDialog({ entry, onClose }: { entry: BankEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRefunds().put;
  const [typed, setTyped] = useState({
    amount: entry.rest.toFixed(2),
    name: entry.payer,
    iban: entry.payerIban,
    text: t("bank.refunds.usual", { orders: entry.orders.map((each) => each.orderId).join(", ") }),
  });
  const [tried, setTried] = useState(false);
  const amount = typedEuros(typed.amount) ?? 0;
  const { errorAt, failure } = failureByField(error, ["amount", "name", "iban", "text"]);
  function errorOf(name: keyof typeof typed) {
    if (tried && !typed[name].trim()) return t("bank.refunds.missing");
    if (tried && name === "amount" && amount <= 0) return t("bank.one.wrongAmount");
    return errorAt(name);
  }

  function confirm() {
    setTried(true);
    if (amount <= 0 || !typed.name.trim() || !typed.iban.trim() || !typed.text.trim()) return;
    mutate(
      { ...typed, entry, amount },
      {
        onSuccess: () => {
          showToast({ tone: "good", text: t("bank.refunds.put", { amount: euros(amount) }) });
          onClose();
        },
      },
    );
  }

  return (
    <ActionDialog
      title={t("bank.refunds.putTitle")}
      text={t("bank.refunds.putText", { rest: euros(entry.rest) })}
      confirm={t("bank.refunds.putTitle")}
      busy={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {fields.map(({ name, most }) => (
        <TextInput
          key={name}
          label={t(`bank.refunds.field.${name}`)}
          maxLength={most}
          value={typed[name]}
          error={errorOf(name)}
          {...(name === "amount" && { inputMode: "decimal", "data-autofocus": true })}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
        />
      ))}
    </ActionDialog>
  );
}
