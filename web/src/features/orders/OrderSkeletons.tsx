import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./orders.module.css";

/** Skeleton of the list of orders. */
export function OrdersSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("orders.waiting")}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={44} mb={6} />
      ))}
    </div>
  );
}

/** Skeleton of an order. */
export function OrderSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.layout} role="status" aria-label={t("orders.waiting")}>
      <Skeleton height={420} />
      <Skeleton height={260} />
    </div>
  );
}
