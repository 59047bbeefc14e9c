import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglassEmpty,
  IconX,
} from "@tabler/icons-react";
import type { ApprovalStatus } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

const looks = {
  PENDING: { tone: "wait", icon: IconClock },
  APPROVED: { tone: "done", icon: IconCheck },
  REFUSED: { tone: "stop", icon: IconX },
  WITHDRAWN: { tone: "off", icon: IconArrowBackUp },
  EXPIRED: { tone: "off", icon: IconHourglassEmpty },
} as const;

interface Props {
  status: ApprovalStatus;
  /** It awaits the current user's decision. */
  forYou: boolean;
}

/** The status of a request to order; one that awaits the current user's decision shows that instead. */
export function ApprovalStatusBadge({ status, forYou }: Props) {
  const { t } = useTranslation();
  const look = forYou ? ({ ...looks.PENDING, tone: "act" } as const) : looks[status];
  const label = forYou ? t("approvals.forYou") : t(`approvals.status.${status}`);
  return <StatusBadge {...look} label={label} dense />;
}
