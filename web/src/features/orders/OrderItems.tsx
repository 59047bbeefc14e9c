import type { OrderItem } from "@tonneline/contract/orderItems";
import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { expectedOf } from "./amounts.ts";
import { ItemTable, type ItemRow, type ItemState } from "./ItemTable.tsx";
import styles from "./orders.module.css";
import { Sums } from "./Sums.tsx";
import sumsStyles from "./sums.module.css";
import { useVatNote } from "./useVatNote.ts";

function rowOf(of: OrderItem): ItemRow {
  const { id, price, totalPrice, quantity, returnedQuantity, ...item } = of;
  const common = { key: String(id), price, total: totalPrice };
  if (item.productType === "DUE_DILIGENCE_REPORT") {
    return { ...common, name: item.product.reportName };
  }
  const { project, vintage } = item.product;
  return {
    ...common,
    name: project.name,
    project,
    year: vintage.year,
    claim: vintage.claimType.id,
    creditType: vintage.creditType.id,
    expectedDelivery: vintage.expectedDelivery,
    tonnes: quantity,
    returned: returnedQuantity,
    listPrice: vintage.listPrice,
  };
}

type Sold = Pick<
  Order,
  | "items"
  | "totalCredits"
  | "totalPriceNet"
  | "totalPriceGross"
  | "vatAmount"
  | "vatPercentage"
  | "vatCategory"
> &
  Partial<Pick<Order, "creditedAmount" | "changedVat" | "placedVatPercentage">>;

/** The items of an order or request, as they were when it was placed, with the totals below. */
export function OrderItems({
  order,
  caption,
  standing = "open",
}: {
  order: Sold;
  caption: string;
  standing?: ItemState;
}) {
  const reports = order.items.filter(({ productType }) => productType === "DUE_DILIGENCE_REPORT");
  return (
    <ItemTable caption={caption} rows={order.items.map(rowOf)} state={standing}>
      <div className={styles.sumsBox}>
        <Sums
          sums={{ ...order, net: order.totalPriceNet, gross: order.totalPriceGross }}
          reports={reports.length}
          expected={expectedOf(order)}
          vatNote={useVatNote(order)}
        />
        {/* Not for a rejected order: all of it is taken back, as its banner says. */}
        {standing !== "rejected" && <Credited order={order} />}
      </div>
    </ItemTable>
  );
}

/** The total of the credit notes and the remaining amount; nothing without credit notes. */
function Credited({ order: { totalPriceGross, creditedAmount = 0 } }: { order: Sold }) {
  const { t } = useTranslation();
  if (creditedAmount === 0) return null;
  return (
    <dl className={sumsStyles.sums}>
      <dt>{t("orders.one.credited")}</dt>
      <dd>{euros(-creditedAmount)}</dd>
      <dt>{t("orders.one.left")}</dt>
      <dd>
        <b>{euros(totalPriceGross - creditedAmount)}</b>
      </dd>
    </dl>
  );
}
