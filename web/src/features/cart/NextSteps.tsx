import { useTranslation } from "react-i18next";
import { useSite } from "../../lib/site.ts";
import { Timeline } from "../../ui/Timeline.tsx";

/** What happens after the order, step by step; `hasReports`: some of it is unlocked with the payment. */
export function NextSteps({ hasReports }: { hasReports: boolean }) {
  const { t } = useTranslation();
  const { paymentDays } = useSite();
  return (
    <Timeline
      steps={[
        { tone: "now", title: t("cart.review.approve"), text: t("cart.review.approveText") },
        {
          title: t("cart.review.invoice"),
          text: t("cart.review.invoiceText", { count: paymentDays }),
        },
        {
          title: t("cart.review.portfolio"),
          text: hasReports ? t("cart.review.portfolioText") : undefined,
        },
      ]}
    />
  );
}
