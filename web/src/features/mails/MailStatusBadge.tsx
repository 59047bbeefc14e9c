import { IconCheck, IconClock, IconX } from "@tabler/icons-react";
import type { MailStatus } from "@tonneline/contract/mails";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

const looks = {
  WAITING: { tone: "wait", icon: IconClock },
  SENT: { tone: "done", icon: IconCheck },
  FAILED: { tone: "stop", icon: IconX },
} as const;

/** Whether a mail was delivered, is still being retried, or has failed. */
export function MailStatusBadge(props: { status: MailStatus; dense?: boolean }) {
  const { t } = useTranslation();
  const label = t(`mails.status.${props.status}`);
  return <StatusBadge {...looks[props.status]} label={label} dense={props.dense} />;
}
