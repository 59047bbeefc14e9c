import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../lib/format.ts";
import { Timeline } from "../../ui/Timeline.tsx";
import { progressOf } from "./progress.ts";

/** What has happened to an order and what comes next. */
export function Progress({ order }: { order: Order }) {
  const { t } = useTranslation();
  const steps = progressOf(order).map((step) => ({
    tone: step.tone,
    title: t(`orders.one.progress.${step.step}`),
    text:
      "at" in step
        ? dateTime(step.at)
        : step.step === "awaitApproval"
          ? t("orders.one.progress.awaitApprovalText")
          : undefined,
  }));
  return <Timeline steps={steps} quiet />;
}
