import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { creditOrder } from "@tonneline/contract/corrections";
import type { OrderItem } from "@tonneline/contract/orderItems";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { typedEuros, typedTonnes } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api.ts";
import { failureByField } from "../../../lib/failure.ts";
import { euros, tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { sumEuros } from "../../../lib/sumEuros.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import styles from "./admin.module.css";
import { useRefreshOrders } from "./admin.queries.ts";
import { useSeenOrder } from "./useSeenOrder.ts";

/** The input for a line. */
interface Typed {
  quantity: string;
  amount: string;
}
const emptyInput: Typed = { quantity: "", amount: "" };

/** As the API expects it; it rejects what cannot be parsed. */
const lineOf = (itemId: number, { quantity, amount }: Typed) => ({
  itemId,
  ...(quantity && { quantity: typedTonnes(quantity) ?? 0 }),
  ...(amount && { amount: typedEuros(amount) ?? 0 }),
});

const nameOf = (item: OrderItem) =>
  item.productType === "VINTAGE_CREDITS"
    ? `${item.product.project.name}, ${item.product.vintage.year}`
    : item.product.reportName;

/** Credits a part of an order's invoice: returned tonnes or a lower price. */
export function CreditDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshOrders();
  const [typed, setTyped] = useState<Record<number, Typed>>({});
  const [reason, setReason] = useState("");
  const [returnCredits, setReturnCredits] = useState(true);
  const [keyOf] = useState(keyring);
  const { version, onError } = useSeenOrder(order);
  const chosen = order.items.filter(({ id }) => typed[id]?.quantity || typed[id]?.amount);
  const crediting = useMutation({
    mutationFn: (over: number) => {
      const lines = chosen.map(({ id }) => lineOf(id, typed[id]!));
      const body = { lines, reason, returnCredits, version: over };
      const params = { id: String(order.id) };
      return call(creditOrder, { params, body }, { idempotencyKey: keyOf(body) });
    },
    onSuccess: ({ number, gross }) => {
      const text = t("management.orders.corrections.done", { number, sum: euros(gross) });
      showToast({ tone: "good", text });
      void refresh();
      onClose();
    },
    onError,
  });
  const lineFields = chosen.flatMap((_, at) => [`lines.${at}.quantity`, `lines.${at}.amount`]);
  const { errorAt, failure } = failureByField(crediting.error, ["reason", ...lineFields]);

  function lineErrors(id: number) {
    const place = chosen.findIndex((each) => each.id === id);
    return {
      quantity: errorAt(`lines.${place}.quantity`),
      amount: errorAt(`lines.${place}.amount`),
    };
  }

  return (
    <ActionDialog
      title={t("management.orders.corrections.creditTitle", { id: order.id })}
      text={t("management.orders.corrections.creditText")}
      confirm={t("management.orders.corrections.creditConfirm")}
      danger
      busy={crediting.isPending}
      impossible={chosen.length === 0}
      failure={failure}
      onConfirm={() => crediting.mutate(version)}
      onClose={onClose}
    >
      {order.items.map((item) => (
        <CreditLine
          key={item.id}
          item={item}
          typed={typed[item.id] ?? emptyInput}
          wrong={lineErrors(item.id)}
          onChange={(values) => {
            // A refusal counts the lines that were sent: with others, it would be shown at the wrong one.
            crediting.reset();
            setTyped({ ...typed, [item.id]: values });
          }}
        />
      ))}
      <Checkbox
        label={t("management.orders.corrections.returns")}
        checked={returnCredits}
        onChange={({ currentTarget }) => setReturnCredits(currentTarget.checked)}
      />
      <Textarea
        autosize
        minRows={2}
        maxLength={1000}
        label={t("management.orders.dialog.reason")}
        description={t("management.orders.dialog.reasonHelp")}
        value={reason}
        error={errorAt("reason")}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}

interface LineProps {
  item: OrderItem;
  typed: Typed;
  wrong: { [Field in keyof Typed]: string | undefined };
  onChange: (typed: Typed) => void;
}

/** The tonnes and amount of one line, and what remains of both. */
function CreditLine({ item, typed, wrong, onChange }: LineProps) {
  const { t } = useTranslation();
  const left = {
    tonnes: tonnes(item.quantity - item.creditedQuantity),
    sum: euros(sumEuros([item.totalPrice, -item.creditedAmount])),
  };
  return (
    <fieldset className={styles.creditLine}>
      <legend>{nameOf(item)}</legend>
      {item.productType === "VINTAGE_CREDITS" && (
        <TextInput
          label={t("management.orders.corrections.quantity")}
          description={t("management.orders.corrections.left", left)}
          inputMode="numeric"
          value={typed.quantity}
          error={wrong.quantity}
          onChange={({ currentTarget }) => onChange({ ...typed, quantity: currentTarget.value })}
        />
      )}
      <TextInput
        label={t("management.orders.corrections.amount")}
        description={t("management.orders.corrections.amountHelp", left)}
        inputMode="decimal"
        value={typed.amount}
        error={wrong.amount}
        onChange={({ currentTarget }) => onChange({ ...typed, amount: currentTarget.value })}
      />
    </fieldset>
  );
}
