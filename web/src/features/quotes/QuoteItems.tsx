import type { Quote } from "@tonneline/contract/quotes";
import { useTranslation } from "react-i18next";
import { ItemTable, type ItemRow } from "../orders/ItemTable.tsx";
import orders from "../orders/orders.module.css";
import { Sums } from "../orders/Sums.tsx";
import { expectedOf } from "./tonnes.ts";

function rowOf(item: Quote["items"][number]): ItemRow {
  const { price, totalPrice: total, quantity } = item;
  if (item.productType === "DUE_DILIGENCE_REPORT") {
    const { reportId, reportName } = item.product;
    return { key: `report-${reportId}`, name: reportName, price, total };
  }
  const { id, projectId, projectName, claimType, ...vintage } = item.product;
  return {
    key: `vintage-${id}`,
    name: projectName,
    project: { ...item.product, id: projectId },
    year: vintage.year,
    claim: claimType.id,
    creditType: vintage.creditType,
    expectedDelivery: vintage.expectedDelivery,
    tonnes: quantity,
    price,
    total,
  };
}

/** The offered items, with the totals below. */
export function QuoteItems({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const { items, number, totalPriceNet: net, totalPriceGross: gross } = quote;
  const reports = items.filter(({ productType }) => productType === "DUE_DILIGENCE_REPORT");
  return (
    <ItemTable caption={t("quotes.one.caption", { number })} rows={items.map(rowOf)}>
      <div className={orders.sumsBox}>
        <Sums
          sums={{ ...quote, net, gross }}
          reports={reports.length}
          expected={expectedOf(quote)}
        />
      </div>
    </ItemTable>
  );
}
