import { Button } from "@mantine/core";
import type { ManagedOrder } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { daysBetween } from "../../../lib/days.ts";
import { day, euros, shortDay, today } from "../../../lib/format.ts";
import { Facts } from "../../../ui/Facts.tsx";
import styles from "./admin.module.css";
import { CorrectDialog } from "./CorrectDialog.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";

/** The amount, payments and amount due of an order; renders nothing before there is an invoice. */
export function Money({ order, canWrite }: { order: ManagedOrder; canWrite: boolean }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<"payment" | "takenBack" | "invoice">();
  const { status, dueOn, received, open, payments, creditedAmount } = order;
  const isInvoiced = status === "AWAITING_PAYMENT" || status === "PAID";
  if (!isInvoiced && payments.length === 0) return null;
  const owed = Math.round((order.totalPriceGross - creditedAmount) * 100) / 100;
  const late = open > 0 && dueOn ? daysBetween(dueOn, today()) : 0;
  const close = () => setAsking(undefined);
  return (
    <section>
      <h3>{t("corrections.money.title")}</h3>
      <Facts
        facts={[
          [t("corrections.money.owed"), isInvoiced && euros(owed)],
          [
            t("corrections.money.due"),
            open > 0 &&
              dueOn &&
              (late > 0 ? (
                <span className={styles.late}>
                  {t("corrections.money.late", { day: day(dueOn), count: late })}
                </span>
              ) : (
                day(dueOn)
              )),
          ],
          [t("corrections.money.received"), euros(received)],
          [t("corrections.money.open"), isInvoiced && <b>{euros(open)}</b>],
        ]}
      />
      {payments.length > 0 && (
        <ul className={styles.items} aria-label={t("corrections.money.payments")}>
          {payments.map(({ id, amount, day: on, reference }) => (
            <li key={id}>
              <span>
                {shortDay(on)}
                {amount < 0 && `, ${t("corrections.money.takenBack")}`}
              </span>
              <b>{euros(amount)}</b>
              <small>{reference ?? t("corrections.money.entered")}</small>
            </li>
          ))}
        </ul>
      )}
      {canWrite && isInvoiced && (
        <>
          {status === "AWAITING_PAYMENT" && (
            <Button size="sm" variant="default" onClick={() => setAsking("payment")}>
              {t("corrections.money.record")}
            </Button>
          )}{" "}
          {received > 0 && (
            <Button size="sm" variant="default" onClick={() => setAsking("takenBack")}>
              {t("corrections.money.takeBack")}
            </Button>
          )}{" "}
          <Button size="sm" variant="default" onClick={() => setAsking("invoice")}>
            {t("corrections.money.correct")}
          </Button>
        </>
      )}
      {asking === "payment" && <PaymentDialog order={order} onClose={close} />}
      {asking === "takenBack" && <PaymentDialog order={order} takenBack onClose={close} />}
      {asking === "invoice" && <CorrectDialog order={order} onClose={close} />}
    </section>
  );
}
