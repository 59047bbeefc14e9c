import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { recordRefund } from "@tonneline/contract/corrections";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api.ts";
import { failureByField } from "../../../lib/failure.ts";
import { euros, today } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useRefreshOrders } from "./admin.queries.ts";
import { wrongDay } from "./decisionBody.ts";

/** Records a refund that was sent to a buyer. */
export function RefundDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshOrders();
  const [amount, setAmount] = useState(order.toRefund.toFixed(2));
  const [day, setDay] = useState(today());
  const [reference, setReference] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const [keyOf] = useState(keyring);
  const noting = useMutation({
    mutationFn: () => {
      const body = { amount: typedEuros(amount) ?? 0, day, reference };
      const params = { id: String(order.id) };
      return call(recordRefund, { params, body }, { idempotencyKey: keyOf(body) });
    },
    onSuccess: () => {
      const sum = euros(typedEuros(amount) ?? 0);
      showToast({ tone: "good", text: t("management.orders.corrections.refundDone", { sum }) });
      void refresh();
      onClose();
    },
  });
  const { errorAt, failure } = failureByField(noting.error, ["amount", "day", "reference"]);
  const dayFault = wrongDay(t, [order], day);
  function confirm() {
    setSubmitted(true);
    if (!dayFault) noting.mutate();
  }
  return (
    <ActionDialog
      title={t("management.orders.corrections.refundTitle", { id: order.id })}
      text={t("management.orders.corrections.refundText", { sum: euros(order.toRefund) })}
      confirm={t("management.orders.corrections.refundConfirm")}
      busy={noting.isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput
        label={t("management.orders.corrections.sent")}
        inputMode="decimal"
        value={amount}
        error={errorAt("amount")}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t("management.orders.corrections.sentOn")}
        max={today()}
        value={day}
        error={submitted && dayFault ? dayFault : errorAt("day")}
        min={today(new Date(order.createdAt))}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <TextInput
        label={t("management.orders.corrections.reference")}
        maxLength={140}
        value={reference}
        error={errorAt("reference")}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
    </ActionDialog>
  );
}
