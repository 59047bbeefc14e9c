import { Link } from "@tanstack/react-router";
import type { Sales } from "@tonneline/contract/dashboard";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import styles from "./dashboard.module.css";
import { paidLink } from "./links.ts";
import { barName } from "./names.ts";

/** The bars of the chart as a table. */
export function SalesList({ sales: { bars, unit, before } }: { sales: Sales }) {
  const { t } = useTranslation();
  // Most days have no sales.
  const rows =
    unit === "month" ? bars : bars.filter((bar) => bar.orders + (bar.before?.orders ?? 0) > 0);
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label={t("dashboard.sales")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t(`dashboard.unit.${unit}`)}</th>
            {(["orders", "credits", "net"] as const).map((name) => (
              <th key={name} scope="col" className={styles.num}>
                {t(`dashboard.figure.${name}`)}
              </th>
            ))}
            {before && (
              <th scope="col" className={styles.num}>
                {t("dashboard.netBefore")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((bar) => (
            <tr key={bar.from}>
              <th scope="row">
                <Link {...paidLink(bar)}>{barName(unit, bar.from)}</Link>
              </th>
              <td className={styles.num} data-label={t("dashboard.figure.orders")}>
                {whole(bar.orders)}
              </td>
              <td className={styles.num} data-label={t("dashboard.figure.credits")}>
                {whole(bar.credits)}
              </td>
              <td className={styles.num} data-main>
                {euros(bar.net)}
              </td>
              {before && (
                <td className={styles.num} data-label={t("dashboard.netBefore")}>
                  {euros(bar.before?.net ?? 0)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
