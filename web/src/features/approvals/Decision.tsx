import { Button, Textarea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Approval } from "@tonneline/contract/approvals";
import { useRef, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { isLost } from "../../lib/failure.ts";
import { euros, perTonne, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useDecision } from "./approvals.queries.ts";
import styles from "./approvals.module.css";
import { OwnRequest } from "./OwnRequest.tsx";
import { Path } from "./Path.tsx";

type Deciding = Pick<ReturnType<typeof useDecision>, "approve" | "refuse"> & { note: () => void };

/** The decision to be taken, or the one taken; shows why a decision was refused, even if there is nothing left to decide. */
export function Decision({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { mayDecide } = approval;
  const isOwn = approval.requester.username === useUsername();
  const { approve, refuse } = useDecision(String(approval.id));
  const failed = approve.error ?? refuse.error;
  // The buttons disappear with the decision.
  const { fallback, rememberFocus } = useNextFocus<HTMLDivElement>();
  return (
    <>
      {/* If the response was lost, the outcome is shown below. */}
      {failed && (mayDecide || !isLost(failed)) && (
        <div className={styles.decide}>
          <Banner tone="bad" title={t("approvals.notDone")}>
            {refusalText(failed)}
          </Banner>
        </div>
      )}
      {mayDecide ? (
        <UnsavedGuard>
          <Decide approval={approval} approve={approve} refuse={refuse} note={rememberFocus} />
        </UnsavedGuard>
      ) : (
        <Decided approval={approval} ref={fallback} />
      )}
      {!mayDecide && isOwn && <OwnRequest approval={approval} />}
    </>
  );
}

function Decide({ approval, approve, refuse, note }: { approval: Approval } & Deciding) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = reason.trim().length < 3;
  const isSent = [approve, refuse].some((each) => each.isPending || each.isSuccess);
  // As for an order: there is none abroad.
  const hasVat = approval.totalPriceGross > approval.totalPriceNet;
  useUnsaved(reason.trim() !== "" && !isSent);

  function sendRefusal() {
    setSubmitted(true);
    approve.reset();
    if (isMissing) field.current?.focus();
    else {
      note();
      refuse.mutate(reason);
    }
  }

  return (
    <div className={styles.decide}>
      <Facts
        look="figures"
        facts={[
          [t("approvals.sum.credits"), approval.totalCredits > 0 && tonnes(approval.totalCredits)],
          [
            t("approvals.sum.average"),
            approval.totalCredits > 0 && perTonne(averagePrice(approval)),
          ],
          [t("approvals.sum.net"), euros(approval.totalPriceNet)],
          [
            t(hasVat ? "approvals.sum.withVat" : "approvals.sum.withoutVat"),
            <b key="gross">{euros(approval.totalPriceGross)}</b>,
          ],
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
        error={submitted && isMissing && t("approvals.reasonMissing")}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <BusyButton
        busy={approve.isPending}
        disabled={refuse.isPending}
        onClick={() => {
          refuse.reset();
          note();
          approve.mutate(approval.version);
        }}
      >
        {t("approvals.approve", { total: euros(approval.totalPriceGross) })}
      </BusyButton>
      <BusyButton
        variant="outline"
        color="red.7"
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

/** Net euros per tonne, of credits only. */
function averagePrice({ items, totalCredits }: Approval): number {
  const credits = items.filter(({ productType }) => productType === "VINTAGE_CREDITS");
  return credits.reduce((sum, { totalPrice }) => sum + totalPrice, 0) / totalCredits;
}

function Decided({ approval, ref }: { approval: Approval; ref: Ref<HTMLDivElement> }) {
  const { t } = useTranslation();
  const { reason, orderId } = approval;
  return (
    <div ref={ref} tabIndex={-1} className={styles.decide}>
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
