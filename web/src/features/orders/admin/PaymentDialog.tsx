import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { recordPayment } from "@tonneline/contract/corrections";
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
import { useManagedOrder, useRefreshOrders } from "./admin.queries.ts";
import { wrongDay } from "./decisionBody.ts";

/** Also accepts "-12.50" for a reversed payment. */
function signedEuros(typed: string): number | undefined {
  const text = typed.trim();
  const amount = typedEuros(text.replace(/^[-−]/, ""));
  return amount && /^[-−]/.test(text) ? -amount : (amount ?? undefined);
}

const negative = (amount: number | undefined) => amount && -Math.abs(amount);

/** The set of texts that fits what is recorded. */
type Words = "payment" | "takenBack";

/** The amount due when the dialog was opened, and the request that records a payment; calls `onDone` on success. */
function useRecording(order: ManagedOrder, words: Words, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefreshOrders();
  const { refetch } = useManagedOrder(String(order.id));
  // The order is refetched every few seconds: the request must contain the amount that the operator has seen.
  const [open, setOpen] = useState(order.open);
  const [keyOf] = useState(keyring);
  const recording = useMutation({
    mutationFn: (payment: { amount: number; day: string; reference: string }) => {
      const params = { id: String(order.id) };
      const body = { ...payment, open };
      // The amount due is not part of the key: a request whose response was lost may have changed it.
      return call(recordPayment, { params, body }, { idempotencyKey: keyOf(payment) });
    },
    // A colleague may have recorded it first: show the current amount due, and keep the input.
    onError: async () => {
      const { data: now } = await refetch();
      if (now) setOpen(now.open);
      void refresh();
    },
    onSuccess: ({ id, status }, { amount }) => {
      const became = words === "payment" ? "PAID" : "AWAITING_PAYMENT";
      const outcome = status !== order.status && status === became ? "moved" : "done";
      const sum = euros(Math.abs(amount));
      showToast({ tone: "good", text: t(`corrections.${words}.${outcome}`, { sum, id }) });
      void refresh();
      onDone();
    },
  });
  return { open, recording };
}

interface Props {
  order: ManagedOrder;
  /** Records a payment that the bank reversed, rather than one received. */
  takenBack?: boolean;
  onClose: () => void;
}

/** Records money received for an order, in part or in full, or a payment that the bank has reversed. */
export function PaymentDialog({ order, takenBack = false, onClose }: Props) {
  const { t } = useTranslation();
  const words: Words = takenBack ? "takenBack" : "payment";
  const { open, recording } = useRecording(order, words, onClose);
  const [typed, setTyped] = useState((takenBack ? order.received : open).toFixed(2));
  const [day, setDay] = useState(today());
  const [reference, setReference] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const amount = takenBack ? negative(signedEuros(typed)) : signedEuros(typed);
  const left = Math.round((open - (amount ?? 0)) * 100) / 100;
  const { errorAt, failure } = failureByField(recording.error, ["amount", "day", "reference"]);
  const missing = reference.trim() === "";
  const dayFault = wrongDay(t, [order], day);
  function confirm() {
    setSubmitted(true);
    if (amount && !missing && !dayFault) recording.mutate({ amount, day, reference });
  }
  return (
    <ActionDialog
      title={t(`corrections.${words}.title`, { id: order.id })}
      text={t(`corrections.${words}.text`, {
        open: euros(open),
        received: euros(order.received),
      })}
      confirm={t(`corrections.${words}.confirm`)}
      busy={recording.isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t("corrections.payment.amount")}
        description={
          !takenBack && amount !== undefined && left > 0
            ? t("corrections.payment.part", { open: euros(left) })
            : t(`corrections.${words}.amountHelp`)
        }
        inputMode="decimal"
        value={typed}
        error={submitted && !amount ? t("corrections.payment.wrong") : errorAt("amount")}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t(`corrections.${words}.day`)}
        max={today()}
        value={day}
        error={submitted && dayFault ? dayFault : errorAt("day")}
        min={today(new Date(order.createdAt))}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <TextInput
        label={t("corrections.payment.reference")}
        description={t("corrections.payment.referenceHelp")}
        maxLength={140}
        value={reference}
        error={
          submitted && missing ? t("corrections.payment.referenceMissing") : errorAt("reference")
        }
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
    </ActionDialog>
  );
}
