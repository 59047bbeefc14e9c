import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./cart.module.css";
import waiting from "../../ui/waiting.module.css";

/** Skeleton of the cart. */
export function CartSkeleton() {
  const { t } = useTranslation();
  return (
    <div
      className={`${styles.checkout} ${waiting.late}`}
      role="status"
      aria-label={t("cart.waiting")}
    >
      <div>
        <Skeleton height={150} mb="md" />
        <Skeleton height={150} />
      </div>
      <Skeleton height={320} />
    </div>
  );
}
