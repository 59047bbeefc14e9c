import { VisuallyHidden } from "@mantine/core";
import type { ClaimType, CreditType } from "@tonneline/contract/catalogue";
import { creditTypeText } from "@tonneline/contract/delivery";
import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { euros, whole } from "../../lib/format.ts";
import { Cover, type Covered } from "./Cover.tsx";
import { ReportTile } from "./ReportTile.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { NoValue } from "../../ui/NoValue.tsx";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./tables.module.css";

/** A vintage or a report (which has no project, year, claim or tonnes). Money in euros, net. */
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
  /** The part of `tonnes` that a credit note put back on sale. */
  returned?: number;
  price: number;
  /** The catalogue price, if the company has a price of its own. */
  listPrice?: number | null | undefined;
  total: number;
}

/** The state of the items: those of a paid or rejected order, or still to be ordered or paid. */
export type ItemState = "open" | "paid" | "rejected";

const kinds = ["issued", "expected", "reports"] as const;
type Kind = (typeof kinds)[number];

function kindOf({ creditType }: ItemRow): Kind {
  if (!creditType) return "reports";
  return creditType === "EX_ANTE" ? "expected" : "issued";
}

/**
 * The items of an order, or of a cart that becomes one: issued credits, expected ones, then reports, each under a
 * heading. It says what can be done with them, depending on `state`. `children` are rendered below the rows,
 * inside the frame.
 */
export function ItemTable({
  caption,
  rows,
  state = "open",
  children,
}: {
  caption: string;
  rows: ItemRow[];
  state?: ItemState;
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
        {kinds.map((kind) => (
          <Group
            key={kind}
            kind={kind}
            state={state}
            rows={rows.filter((row) => kindOf(row) === kind)}
          />
        ))}
      </table>
      {children}
    </div>
  );
}

/** The rows of one kind, under a heading about what can be done with them or what happened to them; nothing without rows. */
function Group(props: { kind: Kind; state: ItemState; rows: ItemRow[] }) {
  const { kind, state, rows } = props;
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const tonnes = rows.reduce((sum, row) => sum + (row.tonnes ?? 0), 0);
  const returned = rows.reduce((sum, row) => sum + (row.returned ?? 0), 0);
  const outcomeText = () => {
    if (state === "rejected") return "";
    if (returned > 0 && returned === tonnes) return t("cart.review.allReturned");
    const text = t(`cart.review.groupText.${state}.${kind}`);
    return returned === 0
      ? text
      : `${text}; ${t("cart.review.returned", { tonnes: whole(returned) })}`;
  };
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={6}>
          <b>{t(`cart.review.group.${kind}`, { tonnes: whole(tonnes) })}</b> {outcomeText()}
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.key}>
          <th scope="row">
            <Item row={row} />
          </th>
          <td>
            <b>{row.year ?? <NoValue />}</b> <CreditType row={row} />
            {row.claim && <div className={styles.claim}>{t(`cart.review.${row.claim}`)}</div>}
          </td>
          <td>{row.claim ? t(`cart.review.${row.claim}`) : <NoValue />}</td>
          <td className={`${styles.num} ${row.tonnes === undefined ? styles.muted : ""}`}>
            {row.tonnes === undefined ? <NoValue /> : whole(row.tonnes)}
          </td>
          <td className={styles.num}>
            {euros(row.price)}
            <OwnPrice listPrice={row.listPrice} />
          </td>
          <td className={`${styles.num} ${styles.strong}`}>{euros(row.total)}</td>
        </tr>
      ))}
    </tbody>
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
              <span className={styles.mono} translate="no">
                {row.project.externalId}
              </span>
              <span className={styles.onlyPhone}>
                {" "}
                · {row.year} · {row.claim && t(`cart.review.${row.claim}`)} ·{" "}
                {t("cart.review.amount", {
                  tonnes: whole(row.tonnes ?? 0),
                  price: euros(row.price),
                })}{" "}
                <CreditType row={row} />
                <OwnPrice listPrice={row.listPrice} />
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
