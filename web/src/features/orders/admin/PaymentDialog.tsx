import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { recordPayment } from "@tonneline/contract/corrections";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, fieldErrorsOf } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { euros, today } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useRefreshOrders } from "./admin.queries.ts";

/** "-12.50" too: money that was taken back. */
function signedEuros(typed: string): number | undefined {
  const text = typed.trim();
  const amount = typedEuros(text.replace(/^[-−]/, ""));
  return amount && /^[-−]/.test(text) ? -amount : (amount ?? undefined);
}

/** Records money that was received for an order, a part or all of it. */
export function PaymentDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshOrders();
  const [typed, setTyped] = useState(order.open.toFixed(2));
  const [day, setDay] = useState(today());
  const [reference, setReference] = useState("");
  const [asked, setAsked] = useState(false);
  const [keyOf] = useState(keyring);
  const amount = signedEuros(typed);
  const left = Math.round((order.open - (amount ?? 0)) * 100) / 100;
  const recording = useMutation({
    mutationFn: (sum: number) => {
      const payment = { amount: sum, day, reference };
      const params = { id: String(order.id) };
      const body = { ...payment, open: order.open };
      // What is open is no part of the key: an answer that was lost may have changed it.
      return call(recordPayment, { params, body }, { idempotencyKey: keyOf(payment) });
    },
    // A colleague may have been quicker.
    onError: () => void refresh(),
    onSuccess: ({ id, status }, sum) => {
      const said = status === "PAID" ? "paid" : "done";
      showToast({ tone: "good", text: t(`corrections.payment.${said}`, { sum: euros(sum), id }) });
      void refresh();
      onClose();
    },
  });
  const errors = fieldErrorsOf(recording.error);
  const errorOf = (path: string) => errors.find((each) => each.path === path)?.message;
  const missing = reference.trim() === "";
  function confirm() {
    setAsked(true);
    if (amount && !missing) recording.mutate(amount);
  }
  return (
    <ActionDialog
      title={t("corrections.payment.title", { id: order.id })}
      text={t("corrections.payment.text", { open: euros(order.open) })}
      confirm={t("corrections.payment.confirm")}
      busy={recording.isPending}
      failure={recording.error && errors.length === 0 ? reasonOf(recording.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t("corrections.payment.amount")}
        description={
          amount !== undefined && left > 0
            ? t("corrections.payment.part", { open: euros(left) })
            : t("corrections.payment.amountHelp")
        }
        inputMode="decimal"
        value={typed}
        error={asked && !amount ? t("corrections.payment.wrong") : errorOf("amount")}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t("corrections.payment.day")}
        max={today()}
        value={day}
        error={errorOf("day")}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <TextInput
        label={t("corrections.payment.reference")}
        description={t("corrections.payment.referenceHelp")}
        maxLength={140}
        value={reference}
        error={asked && missing ? t("corrections.payment.referenceMissing") : errorOf("reference")}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
    </ActionDialog>
  );
}
