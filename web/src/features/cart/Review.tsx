import { Link } from "@tanstack/react-router";
import type { OrderDetails } from "@tonneline/contract/orders";
import { useRef, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { isRefusal } from "../../lib/api.ts";
import { Panel } from "../../ui/Panel.tsx";
import { InvoiceTo } from "../company/InvoiceTo.tsx";
import styles from "./cart.module.css";
import { expectedTonnes, expectedVintages, vintagesOf, type CartModel } from "./cart.model.ts";
import { useCart, useCartBusy, useAcknowledgeChanges } from "./cart.queries.ts";
import { ChangesBanner } from "./ChangesBanner.tsx";
import { isLost } from "../../lib/failure.ts";
import { useApprovalPreview, type Checkout } from "./checkout.queries.ts";
import { HoldNews } from "./HoldNews.tsx";
import { NextSteps } from "./NextSteps.tsx";
import { PlaceOrder } from "./PlaceOrder.tsx";
import { RefusedBanner } from "./RefusedBanner.tsx";
import { ReviewItems } from "./ReviewItems.tsx";

interface Props {
  cart: CartModel;
  details: OrderDetails;
  checkout: Checkout;
}

/** The order as it will be placed. If the cart has changed meanwhile, it shows the changes and must be ordered again. */
export function Review({ cart, details, checkout }: Props) {
  const { t } = useTranslation();
  const { changes } = cart;
  const { mutate: acknowledge } = useAcknowledgeChanges();
  const { refetch, isPlaceholderData } = useCart();
  const busy = useCartBusy() || isPlaceholderData;
  const preview = useApprovalPreview(cart.version, details.costCentre);
  const needsApproval = preview.data && preview.data.rules.length > 0;
  const unknown = needsApproval === undefined && !preview.isLoading ? null : undefined;
  const [before, setBefore] = useState(cart);
  const top = useRef<HTMLDivElement>(null);
  const changed = isRefusal(checkout.error, "CART_CHANGED");

  async function order(): Promise<void> {
    setBefore(cart);
    try {
      await checkout.mutateAsync({
        ...details,
        version: cart.version,
        totalPriceGross: cart.gross,
      });
    } catch (error) {
      // After any refusal, the page must show the server's current cart.
      if (!isLost(error)) await refetch();
      top.current?.focus();
    }
  }

  return (
    <div className={styles.checkout}>
      <section aria-label={t("cart.itemsLabel")}>
        <div ref={top} tabIndex={-1} className={styles.banners}>
          {(changed || changes.length > 0) && (
            <ChangesBanner
              changes={changes}
              refused={changed ? { before, now: cart } : undefined}
              onAcknowledge={() => {
                acknowledge(cart);
                if (changed) checkout.reset();
              }}
            />
          )}
          {checkout.isError && !changed && (
            <RefusedBanner error={checkout.error} onRetry={() => void order()} />
          )}
        </div>
        <HoldNews rows={vintagesOf(cart)} />
        <ReviewItems cart={cart} />
        <BillAndSteps
          cart={cart}
          details={details}
          waitsFor={needsApproval ? preview.data?.waitsFor : unknown}
        />
      </section>
      <PlaceOrder
        cart={cart}
        company={details.companyName}
        busy={busy}
        needsApproval={needsApproval}
        ordering={checkout.isPending || preview.isLoading}
        onOrder={order}
      />
    </div>
  );
}

/** The invoice address and the steps after the order, which may first need approval by colleagues. */
function BillAndSteps({
  cart,
  details,
  waitsFor,
}: Pick<Props, "cart" | "details"> & Pick<ComponentProps<typeof NextSteps>, "waitsFor">) {
  const { t } = useTranslation();
  return (
    <div className={styles.panels}>
      <Panel
        title={t("cart.review.invoiceTo")}
        aside={
          <Link
            to={paths.paymentDetails}
            aria-label={t("cart.review.changeLabel")}
            className={styles.change}
          >
            {t("cart.review.change")}
          </Link>
        }
      >
        <InvoiceTo {...details} address={details.invoiceAddress} />
      </Panel>
      <Panel title={t("cart.review.next")}>
        <NextSteps
          credits={cart.totalCredits}
          expected={expectedTonnes(cart)}
          deliveries={expectedVintages(cart).map(({ expectedDelivery }) => expectedDelivery)}
          hasReports={cart.reports.length > 0}
          waitsFor={waitsFor}
        />
      </Panel>
    </div>
  );
}
