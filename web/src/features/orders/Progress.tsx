import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { nextWorkingDay } from "../../lib/days.ts";
import { dateTime, day, euros, today, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Timeline } from "../../ui/Timeline.tsx";
import { netExpectedTonnes } from "./amounts.ts";
import { progressOf } from "./progress.ts";

/** The past and upcoming steps of an order, and the way to the portfolio once its credits are there. */
export function Progress({ order }: { order: Order }) {
  const { t } = useTranslation();
  const progress = progressOf(order);
  const steps = progress.map((step) => ({
    tone: step.tone,
    title: t(`orders.one.progress.${step.step}`),
    text: "at" in step ? dateTime(step.at) : waitingFor(step.step),
  }));
  return (
    <>
      <Timeline steps={steps} quiet />
      {progress.at(-1)?.step === "inPortfolio" && (
        <Button
          fullWidth
          mt="md"
          renderRoot={(button) => <Link to={paths.portfolio} {...button} />}
        >
          {t("orders.one.toPortfolio")}
        </Button>
      )}
    </>
  );

  function approvalText(by: string): string {
    // The expected day is left out once it has passed.
    return by < today()
      ? t("orders.one.progress.awaitApprovalText")
      : t("orders.one.progress.approvalBy", { day: day(by) });
  }

  function waitingFor(step: string): string | undefined {
    if (step === "awaitApproval") {
      if (!order.overLimit) return approvalText(nextWorkingDay(today(new Date(order.createdAt))));
      const { limit, owed } = order.overLimit;
      return t("orders.one.progress.overLimit", { limit: euros(limit), owed: euros(owed) });
    }
    const expected = netExpectedTonnes(order);
    if ((step === "portfolio" || step === "inPortfolio") && expected > 0) {
      return t("orders.one.progress.expected", { tonnes: tonnes(expected) });
    }
    if (step !== "awaitPayment" || !order.payment) return undefined;
    return t("orders.one.progress.awaitPaymentText", { day: day(order.payment.dueOn) });
  }
}
