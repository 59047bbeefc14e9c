import { Button, Textarea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Approval } from "@tonneline/contract/approvals";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { euros, perTonne, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { useDecision } from "./approvals.queries.ts";
import styles from "./approvals.module.css";
import { OwnRequest } from "./OwnRequest.tsx";
import { Path } from "./Path.tsx";

/** What there is to decide, or how it was decided. */
export function Decision({ approval }: { approval: Approval }) {
  const isOwn = approval.requester.username === useUsername();
  if (approval.mayDecide) return <Decide approval={approval} />;
  return (
    <>
      <Decided approval={approval} />
      {isOwn && <OwnRequest approval={approval} />}
    </>
  );
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
      <Facts
        facts={[
          [t("approvals.sum.credits"), approval.totalCredits > 0 && tonnes(approval.totalCredits)],
          [
            t("approvals.sum.average"),
            approval.totalCredits > 0 && perTonne(averagePrice(approval)),
          ],
          [t("approvals.sum.net"), euros(approval.totalPriceNet)],
          [t("approvals.sum.gross"), <b key="gross">{euros(approval.totalPriceGross)}</b>],
        ]}
      />
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

/** Net euros per tonne of the credits alone. */
function averagePrice({ items, totalCredits }: Approval): number {
  const credits = items.filter(({ productType }) => productType === "VINTAGE_CREDITS");
  return credits.reduce((sum, { totalPrice }) => sum + totalPrice, 0) / totalCredits;
}

function Decided({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { reason, orderId } = approval;
  return (
    <div className={styles.decide}>
      <Path approval={approval} />
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
