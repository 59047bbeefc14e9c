import { groupInFours } from "@tonneline/contract/fours";
import { countryNames } from "@tonneline/contract/countries";
import { Link } from "@tanstack/react-router";
import { references, type ManagedOrder } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { day } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { useUser } from "../../../lib/session.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { code, Facts, type Fact } from "../../../ui/Facts.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import styles from "./admin.module.css";

/** The buyer, the invoice address, and what is known about the VAT number. */
export function BuyerFacts({ order }: { order: ManagedOrder }) {
  const { t } = useTranslation();
  const mayReadPeople = useUser()?.permissions.has("users:read") ?? false;
  const { address, vatCheckResult, vatCheckOn, vatCheckEvidence, creditNoteNumber } = order;
  const lines = [
    address.street,
    `${address.postalCode} ${address.city}`,
    address.province,
    countryNames[address.countryCode],
  ];
  const facts: Fact[] = [
    [
      t("management.orders.drawer.company"),
      <CompanyLink id={order.companyId} name={order.companyName} />,
    ],
    [
      t("management.orders.drawer.person"),
      mayReadPeople ? (
        <Link to={paths.managementUsers} search={{ open: String(order.userId), tab: "all" }}>
          {order.buyerName}
        </Link>
      ) : (
        order.buyerName
      ),
    ],
    [t("management.orders.drawer.email"), order.username],
    [t("management.orders.drawer.invoiceEmail"), order.invoiceEmail],
    [t("management.orders.drawer.address"), lines.filter(Boolean).join(", ")],
    [t("management.orders.drawer.vatNumber"), code(order.vatNumber)],
    [
      t("management.orders.drawer.vatCheck"),
      vatCheckResult &&
        `${t(`management.orders.dialog.result.${vatCheckResult}`)}${vatCheckOn ? `, ${day(vatCheckOn)}` : ""}`,
    ],
    [t("management.orders.drawer.vatEvidence"), vatCheckEvidence],
    [t("companies.overLimit.approved"), order.limitReason],
    ...references.map((name): Fact => [t(`corrections.invoice.${name}`), code(order[name])]),
    [t("management.orders.drawer.remark"), order.remark],
    [t("management.orders.drawer.reference"), code(groupInFours(order.transactionId))],
    [t("management.orders.column.invoice"), code(order.invoiceNumber)],
    [t("management.orders.drawer.creditNote"), code(creditNoteNumber)],
  ];
  return (
    <div className={styles.buyer}>
      {order.vatNumber && !order.vatNumberLooksRight && (
        <Banner tone="warn" title={t("management.orders.drawer.vatOdd")}>
          {order.vatNumber}
        </Banner>
      )}
      <Facts facts={facts} />
    </div>
  );
}
