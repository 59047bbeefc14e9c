import { creditTypeText } from "@tonneline/contract/delivery";
import type { ManagedQuote } from "@tonneline/contract/quotes";
import { useTranslation } from "react-i18next";
import { euros, perTonne, tonnes } from "../../../lib/format.ts";
import styles from "../../orders/admin/admin.module.css";
import { Sums } from "../../orders/Sums.tsx";
import { expectedOf } from "../tonnes.ts";

/** The offered items at the width of a drawer, with the totals below. */
export function QuoteLines({ quote }: { quote: ManagedQuote }) {
  const { t } = useTranslation();
  const { items, totalPriceNet: net, totalPriceGross: gross } = quote;
  const reports = items.filter(({ productType }) => productType === "DUE_DILIGENCE_REPORT");
  return (
    <>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={`${item.productType} ${item.id}`}>
            <span>
              {item.productType === "VINTAGE_CREDITS"
                ? item.product.projectName
                : item.product.reportName}
            </span>
            <b className={styles.strong}>{euros(item.totalPrice)}</b>
            <small>
              {item.productType === "VINTAGE_CREDITS"
                ? t("quotes.managed.line", {
                    year: item.product.year,
                    type: creditTypeText(item.product.creditType, item.product.expectedDelivery),
                    tonnes: tonnes(item.quantity),
                    price: perTonne(item.price),
                  })
                : t("cart.reports.kind")}
            </small>
          </li>
        ))}
      </ul>
      <Sums
        sums={{ ...quote, net, gross }}
        reports={reports.length}
        expected={expectedOf(quote)}
        forOperators
      />
    </>
  );
}
