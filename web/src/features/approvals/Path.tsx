import type { Approval } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../lib/format.ts";
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx";
import { useNoApproverText } from "./useNoApproverText.ts";

/** The timeline of a request: who asked, who must decide or has decided, and the order. */
export function Path({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const noApproverText = useNoApproverText();
  const { status, requester, createdAt, decidedBy, decidedAt, waitsFor, orderId } = approval;
  const requestedStep: TimelineStep = {
    tone: "ok",
    title: t("approvals.path.asked", { name: requester.name }),
    text: dateTime(createdAt),
  };
  if (status === "PENDING") {
    const names = waitsFor.join(t("approvals.path.or"));
    const pendingStep: TimelineStep = {
      tone: "now",
      title: waitsFor.length > 0 ? t("approvals.path.waits", { names }) : noApproverText,
    };
    const next: TimelineStep = {
      title: t("approvals.path.order"),
      text: t("approvals.path.byItself"),
    };
    return <Timeline steps={[requestedStep, pendingStep, next]} />;
  }
  const isApproved = status === "APPROVED";
  const ended: TimelineStep = {
    tone: isApproved ? "ok" : "stop",
    title: t(`approvals.path.${status}`, { name: decidedBy?.name ?? "" }),
    text: decidedAt ? dateTime(decidedAt) : undefined,
  };
  const order = { tone: "ok" as const, title: t("approvals.path.placed", { id: orderId }) };
  return <Timeline steps={isApproved ? [requestedStep, ended, order] : [requestedStep, ended]} />;
}
