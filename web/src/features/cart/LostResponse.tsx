import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { CheckoutBody } from "@tonneline/contract/cart";
import { paths } from "../../lib/paths.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Banner } from "../../ui/Banner.tsx";
import styles from "./OrderPlaced.module.css";
import type { Checkout } from "./checkout.queries.ts";

/**
 * Shown when the cart is empty and an order got no response: it was probably placed. Retrying with the same
 * idempotency key returns the existing order.
 */
export function LostResponse({ checkout, body }: { checkout: Checkout; body: CheckoutBody }) {
  const { t } = useTranslation();
  return (
    <>
      <Banner tone="warn" title={t("cart.review.lost")}>
        {t("cart.review.lostText")}
      </Banner>
      <div className={styles.placedActions}>
        <BusyButton busy={checkout.isPending} onClick={() => checkout.mutate(body)}>
          {t("cart.review.again")}
        </BusyButton>
        <Link to={paths.orders}>{t("cart.review.orders")}</Link>
      </div>
    </>
  );
}

/** The order was refused and the cart is empty: the buyer has ordered it in another window. */
export function OrderedElsewhere() {
  const { t } = useTranslation();
  return (
    <Banner tone="info" title={t("cart.review.elsewhere")}>
      <Link to={paths.orders}>{t("cart.review.orders")}</Link>
    </Banner>
  );
}
