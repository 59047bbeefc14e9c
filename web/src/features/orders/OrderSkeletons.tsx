import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./orders.module.css";

/** The list's shape while it loads. */
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

/** An order's shape while it loads. */
export function OrderSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.layout} role="status" aria-label={t("orders.waiting")}>
      <Skeleton height={420} />
      <Skeleton height={260} />
    </div>
  );
}
