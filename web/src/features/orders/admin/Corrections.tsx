import { Button } from "@mantine/core";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros } from "../../../lib/format.ts";
import { Facts } from "../../../ui/Facts.tsx";
import { CreditDialog } from "./CreditDialog.tsx";
import { RefundDialog } from "./RefundDialog.tsx";

/** The credit notes and refunds of an order, with buttons for more; renders nothing before there is an invoice. */
export function Corrections({ order, canWrite }: { order: ManagedOrder; canWrite: boolean }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<"credit" | "refund">();
  const { status, creditedAmount, refundedAmount, toRefund } = order;
  const canCredit = canWrite && (status === "AWAITING_PAYMENT" || status === "PAID");
  const canRefund = canWrite && toRefund > 0;
  if (!canCredit && !canRefund && creditedAmount + refundedAmount === 0) return null;
  const close = () => setAsking(undefined);
  return (
    <section>
      <h3>{t("management.orders.corrections.title")}</h3>
      <Facts
        facts={[
          [
            t("management.orders.corrections.credited"),
            creditedAmount > 0 && euros(creditedAmount),
          ],
          [t("management.orders.corrections.toRefund"), toRefund > 0 && euros(toRefund)],
          [
            t("management.orders.corrections.refunded"),
            refundedAmount > 0 && euros(refundedAmount),
          ],
        ]}
      />
      {canCredit && (
        <Button size="sm" variant="default" onClick={() => setAsking("credit")}>
          {t("management.orders.corrections.credit")}
        </Button>
      )}{" "}
      {canRefund && (
        <Button size="sm" variant="default" onClick={() => setAsking("refund")}>
          {t("management.orders.corrections.refund")}
        </Button>
      )}
      {asking === "credit" && <CreditDialog order={order} onClose={close} />}
      {asking === "refund" && <RefundDialog order={order} onClose={close} />}
    </section>
  );
}
