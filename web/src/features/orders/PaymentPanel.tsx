import { groupInFours } from "@tonneline/contract/fours";
import type { Order } from "@tonneline/contract/orders";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { day, euros, today } from "../../lib/format.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Panel } from "../../ui/Panel.tsx";
import tables from "./tables.module.css";
import styles from "./PaymentPanel.module.css";

/** Loaded on demand: other pages do not need its tables. */
const QrCode = lazyChunk(async () => ({ default: (await import("../../ui/QrCode.tsx")).QrCode }));

/** The amount, due date, account and reference while the order awaits payment, as on its invoice. */
export function PaymentPanel({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { payment } = order;
  const netReceived = order.received - order.refundedAmount;
  const late = payment !== null && payment.dueOn < today();
  const mono = tables.mono;
  return (
    <Panel
      title={t("orders.one.payment.title")}
      className={styles.pay}
      aside={
        payment && (
          <span className={late ? styles.late : tables.unit}>
            {t(late ? "orders.one.payment.wasDue" : "orders.one.payment.due", {
              day: day(payment.dueOn),
            })}
          </span>
        )
      }
    >
      <dl className={styles.payFields}>
        <Field name="amount" copy={order.open.toFixed(2)} className={styles.amount}>
          {euros(order.open)}
        </Field>
        <Field name="reference" copy={order.transactionId} className={styles.reference}>
          {groupInFours(order.transactionId)}
        </Field>
        {payment && (
          <>
            <Field name="iban" copy={payment.iban} className={mono}>
              {groupInFours(payment.iban)}
            </Field>
            {payment.bic && (
              <Field name="bic" copy={payment.bic} className={mono}>
                {payment.bic}
              </Field>
            )}
            <Field name="holder" copy={payment.accountHolder}>
              {payment.accountHolder}
              {payment.bankName && <span className={styles.bank}>{payment.bankName}</span>}
            </Field>
          </>
        )}
      </dl>
      {netReceived > 0 && (
        <p className={tables.strong}>
          {t("orders.one.payment.received", {
            received: euros(netReceived),
            total: euros(order.totalPriceGross - order.creditedAmount),
          })}
        </p>
      )}
      <p className={tables.soft}>{t("orders.one.payment.exactly")}</p>
      {payment?.transferText && (
        <div className={styles.scan}>
          <Suspense fallback={<div className={styles.code} />}>
            <QrCode
              className={styles.code}
              text={payment.transferText}
              label={t("orders.one.payment.code", {
                amount: euros(order.open),
                holder: payment.accountHolder,
                reference: groupInFours(order.transactionId),
                day: day(payment.dueOn),
              })}
            />
          </Suspense>
          <p>
            <b className={tables.strong}>{t("orders.one.payment.scan")}</b>
            <span className={styles.bank}>{t("orders.one.payment.scanText")}</span>
          </p>
        </div>
      )}
    </Panel>
  );
}

interface FieldProps {
  name: "amount" | "reference" | "iban" | "bic" | "holder";
  /** In the format that banking sites accept: without spaces and signs. */
  copy: string;
  className?: string | undefined;
  children: ReactNode;
}

function Field({ name, copy, className, children }: FieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{t(`orders.one.payment.${name}`)}</dt>
      <dd>
        <span className={className} translate="no">
          {children}
        </span>
        <CopyButton
          label={t(`orders.one.payment.copy.${name}`)}
          done={t("orders.one.payment.copied")}
          value={copy}
        />
      </dd>
    </div>
  );
}
