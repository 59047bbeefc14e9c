import { Button } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import type { Invitation } from "@tonneline/contract/company";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { day } from "../../lib/format.ts";
import { serverNow } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useInvite } from "./company.queries.ts";
import styles from "./CompanyPage.module.css";

/** An open invitation. Sending it again invalidates the previous link. */
export function InvitationRow(props: {
  invitation: Invitation;
  mayManage: boolean;
  onWithdraw: () => void;
}) {
  const { invitation, mayManage, onWithdraw } = props;
  const { t } = useTranslation();
  const again = useInvite();
  const { email, role, invitedBy: name, expiresAt } = invitation;
  const isOver = Date.parse(expiresAt) <= serverNow();
  const send = () =>
    again.mutate(
      { email, role },
      {
        onSuccess: () => showToast({ tone: "good", text: t("company.invite.sent", { email }) }),
        onError: (error) => showToast({ tone: "bad", text: refusalText(error) }),
      },
    );
  return (
    <tr className={styles.invited}>
      <th scope="row">
        {email}
        <div className={styles.quiet}>
          {isOver
            ? t("company.invite.expired", { name })
            : t("company.invite.open", { name, until: day(expiresAt) })}
        </div>
      </th>
      <td data-label={t("company.members.role")}>{t(`company.roles.${role}`)}</td>
      <td>
        <StatusBadge tone="wait" icon={IconClock} label={t("company.invite.state")} dense />
      </td>
      <td className={styles.rowActions}>
        {mayManage && (
          <>
            <BusyButton
              variant="subtle"
              size="sm"
              busy={again.isPending}
              aria-label={t("company.invite.againOf", { email })}
              onClick={send}
            >
              {t("company.invite.again")}
            </BusyButton>
            <Button
              variant="subtle"
              size="sm"
              aria-label={t("company.invite.withdrawOf", { email })}
              onClick={onWithdraw}
            >
              {t("company.invite.withdraw")}
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}
