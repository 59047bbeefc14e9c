import { Link } from "@tanstack/react-router";
import type { Waiting as Row } from "@tonneline/contract/dashboard";
import { useTranslation } from "react-i18next";
import { euros, tonnes, whole } from "../../lib/format.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import { Block } from "./Block.tsx";
import styles from "./dashboard.module.css";
import { useWaiting } from "./waiting.queries.ts";
import { linkOf } from "./links.ts";

/** One row per kind of work, linked to exactly what it counts. */
export function Waiting() {
  const { t } = useTranslation();
  const query = useWaiting();
  const total = query.data?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <Block
      title={t("dashboard.waiting")}
      note={query.data && total > 0 && t("dashboard.things", { count: total })}
      query={query}
      height={302}
    >
      {(rows) =>
        total === 0 ? (
          <p className={styles.note}>{t("dashboard.nothing")}</p>
        ) : (
          <Table
            rows={rows.toSorted((one, other) => Number(other.count > 0) - Number(one.count > 0))}
          />
        )
      }
    </Block>
  );
}

function Table({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label={t("dashboard.waiting")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("dashboard.work")}</th>
            <th scope="col" className={styles.num}>
              {t("dashboard.count")}
            </th>
            <th scope="col" className={styles.num}>
              {t("dashboard.amount")}
            </th>
            <th scope="col">{t("dashboard.oldest")}</th>
            <th scope="col">{t("dashboard.ofThese")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.work} className={row.count === 0 ? styles.quiet : undefined}>
              <th scope="row">
                {row.count === 0 ? (
                  t(`dashboard.works.${row.work}`)
                ) : (
                  <Link {...linkOf(row.work)}>{t(`dashboard.works.${row.work}`)}</Link>
                )}
              </th>
              <td className={styles.num} data-main>
                <b className={styles.count}>{whole(row.count)}</b>
              </td>
              <td className={styles.num} data-label={t("dashboard.amount")}>
                {amountOf(row) ?? <NoValue />}
              </td>
              <td data-label={t("dashboard.oldest")}>
                <Age row={row} />
              </td>
              <td data-label={t("dashboard.ofThese")}>
                {row.of ? t(`dashboard.of.${ofNames[row.work]}`, { count: row.of }) : <NoValue />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ofNames = {
  ORDERS: "vat",
  OVERDUE: "dispute",
  BANK: "sure",
  RETIREMENTS: "registries",
  PEOPLE: "companies",
  SUPPORT: "none",
  MAILS: "none",
} as const;

function amountOf({ count, amount, tonnes: sum }: Row): string | undefined {
  if (count === 0) return undefined;
  if (amount !== null) return euros(amount);
  return sum === null ? undefined : tonnes(sum);
}

// After this many days someone should look at it; after this many, it is urgent.
const soonAfterDays = 2;
const lateAfterDays = 5;

/** The age of the oldest item in words; overdue invoices are late from day one. */
function Age({ row: { work, count, oldestDays } }: { row: Row }) {
  const { t } = useTranslation();
  if (count === 0 || oldestDays === null) return <NoValue />;
  const isLate = work === "OVERDUE" || oldestDays > lateAfterDays;
  const tone = isLate ? styles.late : oldestDays > soonAfterDays ? styles.soon : undefined;
  const key = work === "OVERDUE" ? "lateDays" : "days";
  return <span className={tone}>{t(`dashboard.${key}`, { count: oldestDays })}</span>;
}
