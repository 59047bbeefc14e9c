import { Link } from "@tanstack/react-router";
import type { ManagedUser } from "@tonneline/contract/people";
import { useTranslation } from "react-i18next";
import { day, euros } from "../../lib/format.ts";
import { fullName } from "./columns.tsx";
import styles from "./people.module.css";
import { useOrdersOf } from "./people.queries.ts";

/** A user's latest orders, and a link to all of them. */
export function LatestOrders({ user }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const { data } = useOrdersOf(user.id);
  return (
    <section>
      <h3>{t("people.users.drawer.orders")}</h3>
      {data?.content.length === 0 && <p>{t("people.users.drawer.noOrders")}</p>}
      {data && data.content.length > 0 && (
        <>
          <ul className={styles.orders}>
            {data.content.map((order) => (
              <li key={order.id}>
                <Link to="/management/orders" search={{ open: String(order.id) }}>
                  {order.id}
                </Link>
                <span>{day(order.createdAt)}</span>
                <span>{t(`orders.status.${order.status}`)}</span>
                <span className={styles.sum}>{euros(order.totalPriceGross)}</span>
              </li>
            ))}
          </ul>
          <Link to="/management/orders" search={{ tab: "all", buyer: String(user.id) }}>
            {t("people.users.drawer.allOrders", { name: fullName(user) })}
          </Link>
        </>
      )}
    </section>
  );
}
