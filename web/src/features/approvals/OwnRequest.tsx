import { Button } from "@mantine/core";
import { IconBell, IconPencil } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { reminderHours, type Approval } from "@tonneline/contract/approvals";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { dateTime, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useNow } from "../../lib/useNow.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useMayForCompany } from "../company/company.queries.ts";
import { useDecision } from "./approvals.queries.ts";
import styles from "./approvals.module.css";

const hourMs = 3_600_000;

/**
 * The requester's actions on a request, while they may buy: remind, change or withdraw it while pending; afterwards,
 * put it into the cart again.
 */
export function OwnRequest({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<"change" | "withdraw">();
  const { withdraw } = useDecision(String(approval.id));
  const again = useBackToCart(approval);
  const { id, status } = approval;
  const close = () => setAsking(undefined);
  const mayBuy = useMayForCompany("buy");
  if (status === "APPROVED" || mayBuy === false) return null;
  if (status !== "PENDING") {
    return (
      <div className={styles.decide}>
        <p>{t("approvals.againText")}</p>
        <BusyButton busy={again.busy} onClick={again.fill}>
          {t("approvals.again")}
        </BusyButton>
      </div>
    );
  }
  return (
    <div className={styles.decide}>
      <Remind approval={approval} />
      <Button
        variant="default"
        leftSection={<IconPencil size={16} stroke={1.8} aria-hidden />}
        onClick={() => setAsking("change")}
      >
        {t("approvals.toCart.action")}
      </Button>
      <Button variant="outline" color="red.7" onClick={() => setAsking("withdraw")}>
        {t("approvals.withdraw")}
      </Button>
      {asking === "change" && (
        <ActionDialog
          title={t("approvals.toCart.title", { id })}
          text={t("approvals.toCart.text")}
          confirm={t("approvals.toCart.action")}
          busy={again.busy}
          failure={undefined}
          onConfirm={again.fill}
          onClose={close}
        />
      )}
      {asking === "withdraw" && (
        <ActionDialog
          title={t("approvals.withdrawTitle", { id })}
          text={t("approvals.withdrawText")}
          confirm={t("approvals.withdraw")}
          danger
          busy={withdraw.isPending}
          failure={withdraw.error ? refusalText(withdraw.error) : undefined}
          onConfirm={() => withdraw.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Fills the cart with the requested items and opens it; reports items that are sold out by now. */
function useBackToCart({ id }: Approval) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { toCart } = useDecision(String(id));
  const fill = () =>
    toCart.mutate(undefined, {
      onSuccess: ({ missing }) => {
        const names = missing
          .map(({ name, credits }) => (credits > 0 ? `${name} (${tonnes(credits)})` : name))
          .join(", ");
        showToast(
          missing.length === 0
            ? { tone: "good", text: t("approvals.inCart") }
            : { tone: "bad", text: t("approvals.partlyInCart", { names }) },
        );
        void navigate({ to: paths.cart });
      },
      onError: (error) => showToast({ tone: "bad", text: refusalText(error) }),
    });
  return { fill, busy: toCart.isPending };
}

function Remind({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const now = useNow();
  const { remind } = useDecision(String(approval.id));
  const { remindedAt, waitsFor } = approval;
  if (waitsFor.length === 0) return null;
  const isTooEarly = remindedAt !== null && now - Date.parse(remindedAt) < reminderHours * hourMs;
  if (isTooEarly) return <p>{t("approvals.reminded", { at: dateTime(remindedAt) })}</p>;
  return (
    <BusyButton
      variant="default"
      leftSection={<IconBell size={16} stroke={1.8} aria-hidden />}
      busy={remind.isPending}
      onClick={() =>
        remind.mutate(undefined, {
          onSuccess: () => showToast({ tone: "good", text: t("approvals.remindSent") }),
          onError: (error) => showToast({ tone: "bad", text: refusalText(error) }),
        })
      }
    >
      {t("approvals.remind")}
    </BusyButton>
  );
}
