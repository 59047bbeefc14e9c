import type { ManagedOrder } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import styles from "./admin.module.css";

/** What a colleague decided on an order while it was looked at. */
export function ChangedMeanwhile({ order, operator }: { order: ManagedOrder; operator: string }) {
  const { t } = useTranslation();
  const [seen] = useState(order.transitions.length);
  const news = order.transitions.slice(seen).filter(({ actor }) => actor !== operator);
  return (
    <div role="status" className={styles.meanwhile}>
      {news.map(({ to, actor, reason, at }) => (
        <Banner
          key={at}
          tone="info"
          title={t(`forecast.meanwhile.${to}`, {
            actor: actor ?? t("management.orders.drawer.system"),
            when: dateTime(at),
          })}
        >
          {reason}
        </Banner>
      ))}
    </div>
  );
}
