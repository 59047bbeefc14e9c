import { Button } from "@mantine/core";
import type { Dashboard } from "@tonneline/contract/dashboard";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros, month as monthName, tonnes, whole } from "../../lib/format.ts";
import styles from "./dashboard.module.css";

const firstTypes = 10;

/** Twelve months of paid orders: figures, with a bar for the money. */
export function Sales({ months }: { months: NonNullable<Dashboard["sales"]> }) {
  const { t } = useTranslation();
  const most = Math.max(...months.map(({ net }) => net));
  const cents = months.reduce((sum, { net }) => sum + Math.round(net * 100), 0);
  const credits = months.reduce((sum, month) => sum + month.credits, 0);
  return (
    <section aria-labelledby="sales">
      <h2 id="sales">{t("dashboard.sales")}</h2>
      <p className={styles.summary}>
        {cents === 0
          ? t("dashboard.noSales")
          : t("dashboard.salesSummary", { net: euros(cents / 100), credits: tonnes(credits) })}
      </p>
      <div className={styles.scroll} tabIndex={0} role="region" aria-labelledby="sales">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("dashboard.month")}</th>
              <th scope="col" className={styles.num}>
                {t("dashboard.orders")}
              </th>
              <th scope="col" className={styles.num}>
                {t("dashboard.credits")}
              </th>
              <th scope="col" className={styles.num}>
                {t("dashboard.net")}
              </th>
              <td className={styles.bar} />
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, orders, credits: bought, net }) => (
              <tr key={month}>
                <th scope="row">{monthName(month)}</th>
                <td className={styles.num}>{whole(orders)}</td>
                <td className={styles.num}>{whole(bought)}</td>
                <td className={styles.num}>{euros(net)}</td>
                <Bar part={most > 0 ? net / most : 0} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What is on sale of each type of project, with the way to those projects. */
export function Stock({ rows }: { rows: NonNullable<Dashboard["stock"]> }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, firstTypes);
  const most = Math.max(...rows.map(({ available }) => available), 1);
  const sum = (of: "available" | "reserved" | "committed") =>
    tonnes(rows.reduce((total, row) => total + row[of], 0));
  return (
    <section aria-labelledby="stock">
      <h2 id="stock">{t("dashboard.stock")}</h2>
      <p className={styles.summary}>
        {rows.length === 0
          ? t("dashboard.noStock")
          : t("dashboard.stockSummary", {
              available: sum("available"),
              reserved: sum("reserved"),
              committed: sum("committed"),
            })}
      </p>
      <div className={styles.scroll} tabIndex={0} role="region" aria-labelledby="stock">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("dashboard.type")}</th>
              {(["projects", "available", "reserved", "committed"] as const).map((name) => (
                <th key={name} scope="col" className={styles.num}>
                  {t(`dashboard.${name}`)}
                </th>
              ))}
              <td className={styles.bar} />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ projectType, projects, available, reserved, committed }) => (
              <tr key={projectType.id}>
                <th scope="row">
                  <Link to="/marketplace/spot" search={{ projectType: String(projectType.id) }}>
                    {projectType.name}
                  </Link>
                </th>
                <td className={styles.num}>{whole(projects)}</td>
                <td className={styles.num}>{whole(available)}</td>
                <td className={styles.num}>{whole(reserved)}</td>
                <td className={styles.num}>{whole(committed)}</td>
                <Bar part={available / most} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > firstTypes && (
        <Button variant="subtle" size="sm" px={0} onClick={() => setAll(!all)}>
          {all ? t("dashboard.showLess") : t("dashboard.showAll", { count: rows.length })}
        </Button>
      )}
    </section>
  );
}

/** The figure beside it as a length. */
function Bar({ part }: { part: number }) {
  return (
    <td className={styles.bar} aria-hidden>
      <span style={{ width: `${(part * 100).toFixed(1)}%` }} />
    </td>
  );
}
