import { IconCheck, IconClock, IconHourglass } from "@tabler/icons-react";
import type { SupportStatus } from "@tonneline/contract/support";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";

const looks = {
  OPEN: { tone: "wait", icon: IconClock },
  WAITING: { tone: "flow", icon: IconHourglass },
  DONE: { tone: "done", icon: IconCheck },
} as const;

/** The status of a request, from the operators' perspective: open until they answer, then waiting for the writer. */
export function SupportStatusBadge(props: { status: SupportStatus; dense?: boolean }) {
  const { t } = useTranslation();
  const label = t(`management.support.status.${props.status}`);
  return <StatusBadge {...looks[props.status]} label={label} dense={props.dense} />;
}
