import { countryNames } from "@tonneline/contract/countries";
import type { ManagedOrder } from "@tonneline/contract/orders";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { day } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import styles from "./admin.module.css";

/** Who bought, where the invoice goes, and what is known of the VAT number. */
export function BuyerFacts({ order }: { order: ManagedOrder }) {
  const { t } = useTranslation();
  const { address, vatCheckResult, vatCheckOn, dueOn, creditNoteNumber } = order;
  const lines = [
    address.street,
    `${address.postalCode} ${address.city}`,
    address.province,
    countryNames[address.countryCode],
  ];
  const facts: [string, ReactNode][] = [
    [t("management.orders.drawer.company"), order.companyName],
    [t("management.orders.drawer.person"), order.buyerName],
    [t("management.orders.drawer.email"), order.username],
    [t("management.orders.drawer.invoiceEmail"), order.invoiceEmail],
    [t("management.orders.drawer.address"), lines.filter(Boolean).join(", ")],
    [
      t("management.orders.drawer.vatNumber"),
      order.vatNumber && <span className={styles.mono}>{order.vatNumber}</span>,
    ],
    [
      t("management.orders.drawer.vatCheck"),
      vatCheckResult &&
        `${t(`management.orders.dialog.result.${vatCheckResult}`)}${vatCheckOn ? `, ${day(vatCheckOn)}` : ""}`,
    ],
    [
      t("management.orders.drawer.reference"),
      <span key="reference" className={styles.mono}>
        {order.transactionId}
      </span>,
    ],
    [
      t("management.orders.column.invoice"),
      order.invoiceNumber && <span className={styles.mono}>{order.invoiceNumber}</span>,
    ],
    [t("management.orders.drawer.due"), dueOn && day(dueOn)],
    [
      t("management.orders.drawer.creditNote"),
      creditNoteNumber && <span className={styles.mono}>{creditNoteNumber}</span>,
    ],
  ];
  return (
    <>
      {order.vatNumber && !order.vatNumberLooksRight && (
        <Banner tone="warn" title={t("management.orders.drawer.vatOdd")}>
          {order.vatNumber}
        </Banner>
      )}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <FactRow key={name} name={name} value={value} />
          ))}
      </dl>
    </>
  );
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
