import { Navigate, useLocation, useNavigate } from "@tanstack/react-router";
import { orderDetails, type OrderDetails } from "@tonneline/contract/orders";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { failureOf } from "../../lib/failure.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { useDraft } from "../company/company.draft.ts";
import { useCompanyDetails } from "../company/company.queries.ts";
import { draftFrom, inCountry, refreshDraft } from "../company/draft.ts";
import { useLastOrder } from "../orders/orders.queries.ts";
import styles from "./cart.module.css";
import { itemCount } from "./cart.model.ts";
import { useCart } from "./cart.queries.ts";
import { CartSkeleton } from "./CartSkeleton.tsx";
import { CheckoutSteps } from "./CheckoutSteps.tsx";
import { LostResponse, OrderedElsewhere } from "./LostResponse.tsx";
import { OrderPlaced } from "./OrderPlaced.tsx";
import { Review } from "./Review.tsx";
import { useAttempts, useCheckout } from "./checkout.queries.ts";
import "../../locales/en/cart.ts";

/** The details for the invoice: those typed in this session, else the saved ones; undefined until complete. */
function useInvoiceDetails() {
  const { form, countryCode } = useDraft(useUsername());
  const saved = useCompanyDetails();
  const last = useLastOrder();
  const draft = form
    ? refreshDraft(form, saved.data)
    : saved.data && draftFrom(saved.data, countryCode ?? "DE", last.data);
  const chosen = draft && (countryCode ? inCountry(draft, countryCode) : draft);
  const parsed = orderDetails.safeParse(chosen?.details);
  const details: OrderDetails | undefined = parsed.data;
  return { details, waiting: saved.isPending || (!form && last.isPending) };
}

/** Returns the order placed from this history entry, which stores its id, so that a reload shows the order. */
function usePlacedOrder(id: number | undefined): number | undefined {
  const navigate = useNavigate();
  useEffect(() => {
    if (id === undefined) return;
    const state = { placed: id };
    void navigate({ to: ".", replace: true, resetScroll: false, state });
  }, [id, navigate]);
  // The value at mount: during navigation, the location changes before this page unmounts.
  const [placed] = useState(useLocation({ select: ({ state }) => state.placed }));
  return placed;
}

/** /cart/checkout: a final review, then the order; afterwards, what happens next. */
export function CheckoutPage() {
  const { t } = useTranslation();
  const { data: cart, error, refetch } = useCart();
  const { details, waiting } = useInvoiceDetails();
  const checkout = useCheckout();
  const attempts = useAttempts();

  const done = checkout.data;
  const placed = usePlacedOrder(done && "id" in done ? done.id : undefined);
  if (done && "approval" in done) {
    const params = { id: String(done.approval.id) };
    return <Navigate to={paths.request} params={params} replace />;
  }
  if (done) return <OrderPlaced order={done} />;
  const unanswered = attempts.current();
  const isEmpty = cart !== undefined && !waiting && itemCount(cart) === 0;
  // The cart explains why it is empty.
  const isExplained = isEmpty && cart.changes.length > 0;
  const hasItems = cart !== undefined && !waiting && !isEmpty;
  if (isEmpty && !unanswered && checkout.isIdle && placed !== undefined) {
    return <Navigate to={paths.order} params={{ id: String(placed) }} replace />;
  }
  return (
    <>
      <h1 className={styles.title}>{t("cart.review.title")}</h1>
      <CheckoutSteps current="review" />
      {(!cart || waiting) && !error && <CartSkeleton />}
      {!cart && error && (
        <ErrorState title={t("cart.failed")} {...failureOf(error)} onRetry={() => void refetch()} />
      )}
      {isEmpty && unanswered && <LostResponse checkout={checkout} body={unanswered.body} />}
      {isEmpty && !unanswered && checkout.isError && !isExplained && <OrderedElsewhere />}
      {isEmpty && !unanswered && (checkout.isIdle || isExplained) && (
        <Navigate to={paths.cart} replace />
      )}
      {hasItems && !details && !checkout.isPending && (
        <Navigate to={paths.paymentDetails} replace />
      )}
      {hasItems && details && <Review cart={cart} details={details} checkout={checkout} />}
    </>
  );
}
