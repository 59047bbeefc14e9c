import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import styles from "./orders.module.css";

type Ended = Pick<Order, "status" | "rejectionReason" | "creditNoteNumber" | "toRefund">;

/** Why an order was rejected, and the amount to be refunded; renders nothing if neither applies. */
export function Outcome({ order }: { order: Ended }) {
  const { t } = useTranslation();
  const back = order.toRefund > 0 && t("orders.one.back", { sum: euros(order.toRefund) });
  if (order.status !== "REJECTED") {
    return (
      back && (
        <div className={styles.outcome}>
          <Banner tone="info" title={back} />
        </div>
      )
    );
  }
  return (
    <div className={styles.outcome}>
      <Banner tone="bad" title={t("orders.one.rejected")}>
        {t("orders.one.nothingToPay")} {back}{" "}
        {order.creditNoteNumber && t("orders.one.taken", { number: order.creditNoteNumber })}{" "}
        {/* Last, as few operators end a reason with a full stop. */}
        {order.rejectionReason && t("orders.one.reason", { reason: order.rejectionReason })}
      </Banner>
    </div>
  );
}
