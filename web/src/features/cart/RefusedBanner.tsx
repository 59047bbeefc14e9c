import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { fieldErrorsOf, isRefusal, refusalText } from "../../lib/api.ts";
import { Banner } from "../../ui/Banner.tsx";
import { isLost } from "../../lib/failure.ts";

/** Why an order was not placed and what to do; after a lost response, reassures that nothing is lost and offers a retry. */
export function RefusedBanner({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  if (isLost(error)) {
    return (
      <Banner
        tone="warn"
        title={t("cart.review.lost")}
        action={{ label: t("cart.review.again"), onClick: onRetry }}
      >
        {t("cart.review.lostText")}
      </Banner>
    );
  }
  if (isRefusal(error, "VALIDATION_FAILED")) {
    return (
      <Banner tone="bad" title={t("cart.review.refused")}>
        {fieldErrorsOf(error)
          .map(({ message }) => message)
          .join(", ")}{" "}
        <Link to={paths.paymentDetails}>{t("cart.review.changeLabel")}</Link>
      </Banner>
    );
  }
  return (
    <Banner tone="bad" title={t("cart.review.refused")}>
      {refusalText(error)}{" "}
      <Link to={paths.cart} activeOptions={{ exact: true }}>
        {t("cart.details.back")}
      </Link>
    </Banner>
  );
}
