import { VisuallyHidden } from "@mantine/core";
import type { ClaimType, CreditType } from "@tonneline/contract/catalogue";
import { creditTypeText } from "@tonneline/contract/delivery";
import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { euros, whole } from "../../lib/format.ts";
import { Cover, type Covered } from "./Cover.tsx";
import { ReportTile } from "./ReportTile.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import styles from "./tables.module.css";

/** A vintage, or a report (no project, year, claim or tonnes). Money in euros, net. */
export interface ItemRow {
  key: string;
  name: string;
  project?: Covered & { registry: { name: string }; externalId: string | null };
  year?: number;
  claim?: ClaimType;
  creditType?: CreditType;
  /** A quarter such as 2027-Q4. */
  expectedDelivery?: string | null;
  tonnes?: number;
  price: number;
  total: number;
}

/** Items of an order, or of a cart that becomes one. `children` stand below the rows, inside the frame. */
export function ItemTable({
  caption,
  rows,
  children,
}: {
  caption: string;
  rows: ItemRow[];
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.wrap}>
      <table className={`${styles.table} ${styles.items}`}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{t("cart.review.item")}</th>
            <th scope="col">{t("cart.review.vintage")}</th>
            <th scope="col">{t("cart.review.claim")}</th>
            <th scope="col" className={styles.num}>
              {t("cart.review.tonnes")}
            </th>
            <th scope="col" className={styles.num}>
              {t("cart.review.price")}
            </th>
            <th scope="col" className={styles.num}>
              {t("cart.review.net")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>
                <Item row={row} />
              </td>
              <td className={styles.strong}>
                {row.year ?? <Nothing />} <CreditType row={row} />
              </td>
              <td>{row.claim ? t(`cart.review.${row.claim}`) : <Nothing />}</td>
              <td className={`${styles.num} ${row.tonnes === undefined ? styles.muted : ""}`}>
                {row.tonnes === undefined ? <Nothing /> : whole(row.tonnes)}
              </td>
              <td className={styles.num}>{euros(row.price)}</td>
              <td className={`${styles.num} ${styles.strong}`}>{euros(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

function CreditType({ row: { creditType, expectedDelivery } }: { row: ItemRow }) {
  if (!creditType) return null;
  const label = creditTypeText(creditType, expectedDelivery);
  return <Tag dashed={creditType === "EX_ANTE"} label={label} />;
}

function Item({ row }: { row: ItemRow }) {
  const { t } = useTranslation();
  return (
    <div className={styles.item}>
      {row.project ? <Cover project={row.project} /> : <ReportTile />}
      <div>
        <div className={styles.itemName}>{row.name}</div>
        <div className={styles.unit}>
          {row.project ? (
            <>
              {row.project.registry.name}{" "}
              <span className={styles.mono}>{row.project.externalId}</span>
              <span className={styles.onlyPhone}>
                {" "}
                · {row.year} · {row.claim && t(`cart.review.${row.claim}`)} ·{" "}
                {t("cart.review.amount", {
                  tonnes: whole(row.tonnes ?? 0),
                  price: euros(row.price),
                })}{" "}
                <CreditType row={row} />
              </span>
            </>
          ) : (
            t("cart.reports.kind")
          )}
        </div>
      </div>
    </div>
  );
}
