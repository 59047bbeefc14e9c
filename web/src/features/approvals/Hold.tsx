import type { Approval } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { dateTime, tonnes } from "../../lib/format.ts";
import { useNow } from "../../lib/useNow.ts";
import { Banner } from "../../ui/Banner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useMayForCompany } from "../company/company.queries.ts";
import { useDecision } from "./approvals.queries.ts";
import { timeLeft } from "./timeLeft.ts";

/** How long a request can be decided on and its credits are held; on the last day, its requester may extend it once. */
export function Hold({ approval, isOwn }: { approval: Approval; isOwn: boolean }) {
  const { t } = useTranslation();
  const { prolong } = useDecision(String(approval.id));
  const left = timeLeft(approval.expiresAt, useNow());
  const mayBuy = useMayForCompany("buy");
  const mayProlong = isOwn && mayBuy !== false && left.isLastDay && !approval.prolonged;
  const ask = () =>
    prolong.mutate(undefined, {
      onSuccess: ({ expiresAt }) =>
        showToast({ tone: "good", text: t("approvals.prolonged", { until: dateTime(expiresAt) }) }),
      onError: (error) => showToast({ tone: "bad", text: refusalText(error) }),
    });
  return (
    <Banner
      tone={left.isLastDay ? "warn" : "info"}
      title={t(approval.totalCredits > 0 ? "approvals.heldUntil" : "approvals.reportsUntil", {
        count: approval.totalCredits,
        tonnes: tonnes(approval.totalCredits),
        until: dateTime(approval.expiresAt),
      })}
      {...(mayProlong && { action: { label: t("approvals.prolong"), onClick: ask } })}
    >
      {t(left.isLastDay ? "approvals.hoursLeft" : "approvals.daysLeft", left)}{" "}
      {t("approvals.pricesHold")}
    </Banner>
  );
}
