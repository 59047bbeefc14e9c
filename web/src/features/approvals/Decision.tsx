import { Button, Textarea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Approval } from "@tonneline/contract/approvals";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { dateTime, euros } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { useDecision } from "./approvals.queries.ts";
import styles from "./approvals.module.css";

/** What there is to decide, or how it was decided. */
export function Decision({ approval }: { approval: Approval }) {
  if (approval.mayDecide) return <Decide approval={approval} />;
  if (approval.status === "PENDING") return <Withdraw approval={approval} />;
  return <Decided approval={approval} />;
}

function Decide({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { approve, refuse } = useDecision(String(approval.id));
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = reason.trim().length < 3;
  const failed = approve.error ?? refuse.error;

  function sendRefusal() {
    setAsked(true);
    approve.reset();
    if (isMissing) field.current?.focus();
    else refuse.mutate(reason);
  }

  return (
    <div className={styles.decide}>
      {failed && (
        <Banner tone="bad" title={t("approvals.notDone")}>
          {refusalText(failed)}
        </Banner>
      )}
      <Textarea
        ref={field}
        label={t("approvals.reason")}
        description={t("approvals.reasonHelp", { name: approval.requester.name })}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={reason}
        error={asked && isMissing && t("approvals.reasonMissing")}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <BusyButton
        busy={approve.isPending}
        disabled={refuse.isPending}
        onClick={() => {
          refuse.reset();
          approve.mutate(approval.version);
        }}
      >
        {t("approvals.approve", { total: euros(approval.totalPriceGross) })}
      </BusyButton>
      <BusyButton
        variant="outline"
        color="red"
        busy={refuse.isPending}
        disabled={approve.isPending}
        onClick={sendRefusal}
      >
        {t("approvals.refuse")}
      </BusyButton>
      <p>{t("approvals.final")}</p>
    </div>
  );
}

function Withdraw({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { withdraw } = useDecision(String(approval.id));
  const [asking, setAsking] = useState(false);
  const isOwn = approval.requester.username === useUsername();
  const { id } = approval;
  if (!isOwn) return <p>{t("approvals.held", { until: dateTime(approval.expiresAt) })}</p>;
  return (
    <div className={styles.decide}>
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {t("approvals.withdraw")}
      </Button>
      {asking && (
        <ActionDialog
          title={t("approvals.withdrawTitle", { id })}
          text={t("approvals.withdrawText")}
          confirm={t("approvals.withdraw")}
          danger
          busy={withdraw.isPending}
          failure={withdraw.error ? refusalText(withdraw.error) : undefined}
          onConfirm={() => withdraw.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {null}
        </ActionDialog>
      )}
    </div>
  );
}

function Decided({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { status, decidedBy, decidedAt, reason, orderId } = approval;
  if (status === "PENDING") return null;
  return (
    <div className={styles.decide}>
      <p>
        {t(`approvals.decided.${status}`, {
          name: decidedBy?.name ?? "",
          at: decidedAt ? dateTime(decidedAt) : "",
        })}
      </p>
      {reason && <blockquote>{reason}</blockquote>}
      {orderId && (
        <Button
          renderRoot={(props) => (
            <Link {...props} to={paths.order} params={{ id: String(orderId) }} />
          )}
        >
          {t("approvals.viewOrder")}
        </Button>
      )}
    </div>
  );
}
