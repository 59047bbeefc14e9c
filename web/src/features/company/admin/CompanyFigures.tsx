import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { useTranslation } from "react-i18next";
import { ageInDays, daysBetween } from "../../../lib/days.ts";
import { euros, tonnes } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { useUser } from "../../../lib/session.ts";
import styles from "./record.module.css";

/** What a company has paid, owes and has awaiting approval; each figure links to its orders. */
export function CompanyFigures({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const readsOrders = useUser()?.permissions.has("orders:read") ?? false;
  const { account, id, paid } = company;
  const { asOf, overdueSince, paysAfterDays, waitingSince } = account;
  const figures = [
    {
      name: t("companies.figures.paid"),
      figure: euros(paid),
      note: t("companies.figures.paidNote", {
        count: account.paidOrders,
        tonnes: tonnes(account.paidTonnes),
      }),
      search: { tab: "PAID" },
    },
    {
      name: t("companies.figures.open"),
      figure: euros(account.invoiced),
      note: t("companies.figures.invoices", { count: account.openInvoices }),
      search: { tab: "AWAITING_PAYMENT" },
    },
    {
      name: t("companies.figures.overdue"),
      figure: euros(account.overdue),
      note: overdueSince
        ? t("companies.figures.late", {
            count: account.overdueInvoices,
            days: t("companies.figures.days", { count: daysBetween(overdueSince, asOf) }),
          })
        : t("companies.figures.onTime"),
      search: { tab: "OVERDUE" },
      late: account.overdueInvoices > 0,
    },
    {
      name: t("companies.figures.toApprove"),
      figure: euros(account.toApprove),
      note: waitingSince
        ? t("companies.figures.waits", {
            count: account.ordersToApprove,
            days: t("management.orders.days", { count: ageInDays(waitingSince) }),
          })
        : t("companies.figures.noneWaits"),
      search: { tab: "AWAITING_APPROVAL" },
    },
    {
      name: t("companies.figures.pays"),
      figure: paysAfterDays === null ? "–" : t("companies.figures.days", { count: paysAfterDays }),
      note: t("companies.figures.median", { count: account.paidOrders }),
    },
  ];
  return (
    <dl className={styles.figures} aria-label={t("companies.figures.label")}>
      {figures.map(({ name, figure, note, search, late }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={late ? styles.late : undefined}>
            {search && readsOrders ? (
              <Link to={paths.managementOrders} search={{ company: String(id), ...search }}>
                {figure}
              </Link>
            ) : (
              figure
            )}
          </dd>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
