import { IconCheck, IconClock, IconMessage2 } from "@tabler/icons-react";
import type { SupportStatus } from "@tonneline/contract/support";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

const looks = {
  OPEN: { tone: "wait", icon: IconClock },
  WAITING: { tone: "act", icon: IconMessage2 },
  DONE: { tone: "done", icon: IconCheck },
} as const;

/** The status of a question, from the user's perspective. */
export function QuestionStatusBadge({ status }: { status: SupportStatus }) {
  const { t } = useTranslation();
  return <StatusBadge {...looks[status]} label={t(`support.status.${status}`)} dense />;
}
