import { creditTypeText } from "@tonneline/contract/delivery";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import { Cover } from "../orders/Cover.tsx";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./MiniItems.module.css";
import rows from "./rows.module.css";
import type { CartModel } from "./cart.model.ts";
import { ReportTile } from "../orders/ReportTile.tsx";

/** A compact list of the items, next to the form. */
export function MiniItems({ cart }: { cart: CartModel }) {
  const { t } = useTranslation();
  return (
    <section className={styles.miniPanel} aria-label={t("cart.details.items")}>
      <h2 className={styles.miniTitle}>{t("cart.details.items")}</h2>
      {cart.projects.flatMap((project) =>
        project.vintages.map((row) => (
          <div key={row.vintageId} className={styles.mini}>
            <Cover project={project} mini />
            <div>
              <div className={styles.ellipsis} title={project.name}>
                {project.name}
              </div>
              <div className={rows.sub}>
                {t("cart.details.stock", {
                  year: row.year,
                  credits: whole(row.quantity),
                  price: euros(row.price),
                  type: creditTypeText(row.creditType, row.expectedDelivery),
                })}
              </div>
              <OwnPrice listPrice={row.listPrice} />
            </div>
            <span>{euros(row.totalPrice)}</span>
          </div>
        )),
      )}
      {cart.reports.map((report) => (
        <div key={report.reportId} className={styles.mini}>
          <ReportTile mini />
          <div>
            <div className={styles.ellipsis} title={report.name}>
              {report.name}
            </div>
            <div className={rows.sub}>{t("cart.reports.kind")}</div>
          </div>
          <span>{euros(report.price)}</span>
        </div>
      ))}
    </section>
  );
}
