import { Skeleton } from "@mantine/core";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { failureOf } from "../../lib/failure.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { draftOf } from "../company/company.draft.ts";
import { useCompanyDetails } from "../company/company.queries.ts";
import { DetailsForm } from "../company/DetailsForm.tsx";
import { draftFrom, inCountry, refreshDraft } from "../company/draft.ts";
import { useLastOrder } from "../orders/orders.queries.ts";
import styles from "./cart.module.css";
import summary from "./summary.module.css";
import { itemCount, type CartModel } from "./cart.model.ts";
import { useCart, useCartBusy } from "./cart.queries.ts";
import { CartSkeleton } from "./CartSkeleton.tsx";
import { CheckoutSteps } from "./CheckoutSteps.tsx";
import { MiniItems } from "./MiniItems.tsx";
import { Summary } from "./Summary.tsx";
import "../../locales/en/cart.ts";

/** /cart/payment-details: the invoice details. */
export function PaymentDetailsPage() {
  const { t } = useTranslation();
  const { data: cart, error, isPlaceholderData, refetch } = useCart();
  const busy = useCartBusy() || isPlaceholderData;
  return (
    <>
      <h1 className={styles.title}>{t("cart.details.title")}</h1>
      <CheckoutSteps current="details" />
      {!cart && !error && <CartSkeleton />}
      {!cart && error && (
        <ErrorState title={t("cart.failed")} {...failureOf(error)} onRetry={() => void refetch()} />
      )}
      {cart && itemCount(cart) === 0 && <Navigate to={paths.cart} replace />}
      {cart && itemCount(cart) > 0 && (
        <div className={styles.checkout}>
          <Details cart={cart} />
          <aside className={summary.aside} aria-label={t("cart.summary.title")}>
            <Summary cart={cart} busy={busy} />
            <MiniItems cart={cart} />
          </aside>
        </div>
      )}
    </>
  );
}

/** The form, filled with the earlier input, else with the saved details. */
function Details({ cart }: { cart: CartModel }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // The form stores its draft with each keystroke, and must not be rendered for it once more.
  const { form, countryCode } = draftOf(useUsername());
  const saved = useCompanyDetails();
  const last = useLastOrder();
  if (saved.isPending || (!form && last.isPending)) return <Skeleton height="max(640px, 100dvh)" />;
  const country = countryCode ?? saved.data?.invoiceAddress?.countryCode ?? cart.countryCode;
  const draft = form ? refreshDraft(form, saved.data) : draftFrom(saved.data, country, last.data);
  return (
    <DetailsForm
      initial={inCountry(draft, country)}
      refetch={saved.refetch}
      note={saved.isError && !form ? t("cart.details.loadFailed") : undefined}
      net={cart.net}
      onDone={() => void navigate({ to: paths.checkout })}
    />
  );
}
