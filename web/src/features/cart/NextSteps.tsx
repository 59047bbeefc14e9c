import { useTranslation } from "react-i18next";
import { Timeline } from "../../ui/Timeline.tsx";

/** What happens after the order, step by step. */
export function NextSteps() {
  const { t } = useTranslation();
  return (
    <Timeline
      steps={[
        { tone: "now", title: t("cart.review.approve"), text: t("cart.review.approveText") },
        { title: t("cart.review.invoice"), text: t("cart.review.invoiceText") },
        { title: t("cart.review.portfolio"), text: t("cart.review.portfolioText") },
      ]}
    />
  );
}
