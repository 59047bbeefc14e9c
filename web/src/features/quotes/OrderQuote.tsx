import { Button, Skeleton, TextInput } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { orderDetails } from "@tonneline/contract/orders";
import type { Quote } from "@tonneline/contract/quotes";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { euros, joinList, percent, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { showToast } from "../../ui/toast.tsx";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { InvoiceTo } from "../company/InvoiceTo.tsx";
import { useCompany, useCompanyDetails, useMayForCompany } from "../company/company.queries.ts";
import { BuyAgain } from "../orders/BuyAgain.tsx";
import styles from "./quotes.module.css";
import { endsAt } from "./ends.ts";
import { useOrderPreview, useOrderQuote, useWithdrawQuote } from "./quotes.queries.ts";
import { expectedOf } from "./tonnes.ts";

/** The current action on a quote: order it, or read its outcome. */
export function OrderQuote({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const mayBuy = useMayForCompany("buy");
  const { status, author, orderId, approvalId } = quote;
  const at = endsAt(quote.validUntil);
  if (orderId !== null) {
    return (
      <div className={styles.order}>
        <p>{t("quotes.order.done", { id: orderId })}</p>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to={paths.order} params={{ id: String(orderId) }} />
          )}
        >
          {t("quotes.order.view")}
        </Button>
      </div>
    );
  }
  if (status === "REQUESTED") {
    return (
      <div className={styles.order}>
        <p>{t("quotes.order.requested")}</p>
        <RequestLink id={approvalId} />
      </div>
    );
  }
  if (status === "WITHDRAWN" || status === "EXPIRED") {
    const ended =
      approvalId !== null ? "notApproved" : status === "EXPIRED" ? "expired" : "withdrawn";
    return (
      <div className={styles.order}>
        <p>{t(`quotes.order.${ended}`)}</p>
        {approvalId !== null && <RequestLink id={approvalId} />}
        {mayBuy && <BuyAgain lines={linesOf(quote)} isRejected />}
        {mayBuy && hasReports(quote) && <p>{t("quotes.order.withoutReports")}</p>}
      </div>
    );
  }
  if (quote.cartChanged && !quote.isOwn)
    return <Text>{t("quotes.order.othersCartChanged", { author })}</Text>;
  if (!quote.isOwn) {
    return (
      <div className={styles.order}>
        <p>{t(validityTextKey(quote), { at, author })}</p>
        {status === "KEPT" && <p>{t("quotes.order.others", { author })}</p>}
      </div>
    );
  }
  if (mayBuy === false) return <Text>{t("quotes.order.mayNot")}</Text>;
  return (
    <UnsavedGuard>
      <OrderNow quote={quote} />
      {/* Outside the form: submitting a form in a dialog inside it would place the order too. */}
      <WithdrawQuote quote={quote} />
    </UnsavedGuard>
  );
}

function RequestLink({ id }: { id: number | null }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to={paths.request} params={{ id: String(id) }} />}
    >
      {t("quotes.order.seeRequest")}
    </Button>
  );
}

/**
 * Returns the key of the text that a quote is valid until `at`, kept by the operators or not; the reader may not be
 * its `author`.
 */
export function validityTextKey({ status, isOwn }: Quote) {
  if (status === "KEPT") return "quotes.order.kept";
  return isOwn ? "quotes.order.until" : "quotes.order.othersUntil";
}

/** Returns the quote's vintages with their tonnes. */
function linesOf({ items }: Quote) {
  return items.flatMap((item) =>
    item.productType === "VINTAGE_CREDITS"
      ? { vintageId: item.product.id, credits: item.quantity }
      : [],
  );
}

const hasReports = ({ items }: Quote) =>
  items.some(({ productType }) => productType === "DUE_DILIGENCE_REPORT");

function Text({ children }: { children: string }) {
  return (
    <div className={styles.order}>
      <p>{children}</p>
    </div>
  );
}

const numberSchema = orderDetails.shape.purchaseOrderNumber;

/** Returns the saved details; undefined until complete. */
function useSavedDetails() {
  const saved = useCompanyDetails();
  const { version: _version, ...details } = saved.data ?? { version: 0 };
  const parsed = orderDetails.safeParse(details);
  return { details: parsed.data, saved };
}

/**
 * Places the order and navigates to it, or to the approval request that it became. The submitted input needs no
 * confirmation to leave, even if the response arrives before the form has rendered as submitted.
 */
function useOrdering(quote: Quote) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ordering = useOrderQuote(quote.id);
  function order(details: Parameters<typeof ordering.mutate>[0]) {
    ordering.mutate(details, {
      onSuccess: (done) => {
        if ("approval" in done) {
          const params = { id: String(done.approval.id) };
          void navigate({ to: paths.request, params, ignoreBlocker: true });
          return;
        }
        showToast({ tone: "good", text: t("quotes.order.placed", { id: done.id }) });
        const params = { id: String(done.id) };
        void navigate({ to: paths.order, params, ignoreBlocker: true });
      },
    });
  }
  return { order, ordering };
}

function OrderNow({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const [number, setNumber] = useState("");
  const { data: company } = useCompany();
  const maySave = useMayForCompany("details");
  const { details, saved } = useSavedDetails();
  const { order, ordering } = useOrdering(quote);
  // Submitted input is part of the order: navigating to it needs no confirmation.
  useUnsaved(number.trim() !== "" && !ordering.isPending && !ordering.isSuccess);
  const preview = useOrderPreview(quote.id, company !== undefined);
  const invalid = fieldErrorsOf(ordering.error).find(({ path }) => path === "purchaseOrderNumber");
  const isRequired = company?.requirePurchaseOrderNumber ?? false;
  // As high as the form, so that nothing below moves to where its button will be.
  if (saved.isPending)
    return <Skeleton height={428} role="status" aria-label={t("quotes.order.waiting")} />;
  if (saved.isError && !saved.data) {
    return (
      <ErrorState
        title={t("quotes.order.detailsFailed")}
        {...failureOf(saved.error)}
        onRetry={() => void saved.refetch()}
      />
    );
  }
  const isRefused = quote.status === "OPEN" && isRefusal(preview.error, "CART_CHANGED");
  if (quote.cartChanged || isRefused) return <Text>{t("quotes.order.cartChanged")}</Text>;
  if (!details) {
    return (
      <div className={styles.order}>
        <p>{t(validityTextKey(quote), { at: endsAt(quote.validUntil) })}</p>
        <p>{t(maySave === false ? "quotes.order.askForDetails" : "quotes.order.noDetails")}</p>
        {maySave !== false && (
          <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.details} />}>
            {t("quotes.order.toDetails")}
          </Button>
        )}
      </div>
    );
  }
  return (
    <form
      className={styles.order}
      onSubmit={(event) => {
        event.preventDefault();
        // An invalid number is sent as it is, so that the server's error appears at its field.
        order({ ...details, purchaseOrderNumber: numberSchema.safeParse(number).data ?? number });
      }}
    >
      <p>
        {t(validityTextKey(quote), { at: endsAt(quote.validUntil) })}{" "}
        {quote.status === "OPEN" && t("quotes.order.longer")}
      </p>
      <InvoiceTo {...details} address={details.invoiceAddress} />
      <TextInput
        size="md"
        label={<OptionalLabel label={t("quotes.order.number")} unless={isRequired} />}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        error={invalid?.message}
      />
      <ChangedTotalNotice quote={quote} preview={preview} />
      <ApprovalNotice quote={quote} preview={preview} />
      <Terms quote={quote} company={details.companyName} />
      {ordering.isError && !invalid && (
        <Banner tone="bad" title={t("quotes.order.failed")}>
          {reasonOf(ordering.error)}
        </Banner>
      )}
      <BusyButton type="submit" size="lg" fullWidth busy={ordering.isPending || preview.isLoading}>
        {t(`cart.review.${buttonActionOf(preview)}`, {
          total: euros((preview.data ?? quote).totalPriceGross),
        })}
      </BusyButton>
    </form>
  );
}

type OrderPreview = ReturnType<typeof useOrderPreview>;

/** What the button will do, as far as known. */
function buttonActionOf({ data, isError }: OrderPreview) {
  if (data) return data.rules.length > 0 ? "ask" : "order";
  return isError ? "orderOrAsk" : "order";
}

/** Warns that the order's total differs from the quote's: the VAT depends on the day and the invoice address. */
function ChangedTotalNotice({ quote, preview: { data } }: { quote: Quote; preview: OrderPreview }) {
  const { t } = useTranslation();
  if (!data || data.totalPriceGross === quote.totalPriceGross) return null;
  const sums = {
    total: euros(data.totalPriceGross),
    vat: percent(data.vatPercentage),
    quoted: euros(quote.totalPriceGross),
    quotedVat: percent(quote.vatPercentage),
  };
  return (
    <Banner tone="warn" title={t("quotes.order.otherVat", sums)}>
      {t("quotes.order.otherVatText", sums)}
    </Banner>
  );
}

/** Notes that a colleague must, or may have to, approve it first. */
function ApprovalNotice({ quote, preview }: { quote: Quote; preview: OrderPreview }) {
  const { t } = useTranslation();
  const action = buttonActionOf(preview);
  if (action === "order") return null;
  const names = preview.data?.waitsFor ?? [];
  const kind = quote.totalCredits > 0 ? "credits" : "reports";
  const text =
    action === "orderOrAsk"
      ? t("cart.review.perhapsText")
      : names.length > 0
        ? t(`cart.review.decides.${kind}`, { names: joinList(names, "or") })
        : t(`cart.review.nobody.${kind}`);
  return (
    <Banner
      tone="info"
      title={`${t(`cart.review.${action === "ask" ? "colleague" : "perhaps"}`)}.`}
    >
      {text}
    </Banner>
  );
}

/** Confirms the withdrawal of the quote, which releases what is kept for it. */
function WithdrawQuote({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const withdrawing = useWithdrawQuote(quote.id);
  const { number } = quote;
  return (
    <>
      <Button variant="subtle" fullWidth mt="sm" onClick={() => setAsking(true)}>
        {t("quotes.order.giveUp")}
      </Button>
      {asking && (
        <ActionDialog
          danger
          title={t("quotes.order.giveUpTitle", { number })}
          text={t("quotes.order.giveUpText")}
          confirm={t("quotes.order.giveUp")}
          busy={withdrawing.isPending}
          failure={withdrawing.error ? reasonOf(withdrawing.error) : undefined}
          onConfirm={() =>
            withdrawing.mutate(undefined, {
              onSuccess: () =>
                showToast({ tone: "good", text: t("quotes.order.givenUp", { number }) }),
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The terms that the buyer accepts, next to the button. */
function Terms({ quote, company }: { quote: Quote; company: string }) {
  const { t } = useTranslation();
  const { links } = useSite();
  const expected = expectedOf(quote);
  return (
    <>
      {expected > 0 && (
        <Banner
          tone="warn"
          title={t("cart.review.acceptExpected", { count: expected, tonnes: tonnes(expected) })}
        />
      )}
      <p>
        <Trans
          i18nKey="quotes.order.terms"
          values={{ company }}
          components={{ terms: <a href={links.salesTerms} target="_blank" rel="noreferrer" /> }}
        />
      </p>
    </>
  );
}
