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
  /** It waits for whoever looks. */
  forYou: boolean;
}

/** How a request to order stands; one that waits for whoever looks says that instead. */
export function ApprovalStatusBadge({ status, forYou }: Props) {
  const { t } = useTranslation();
  const look = forYou ? ({ ...looks.PENDING, tone: "act" } as const) : looks[status];
  const label = forYou ? t("approvals.forYou") : t(`approvals.status.${status}`);
  return <StatusBadge {...look} label={label} dense />;
}
