import { IconCheck, IconClock, IconHourglass } from "@tabler/icons-react";
import type { SupportStatus } from "@tonneline/contract/support";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";

const looks = {
  OPEN: { tone: "wait", icon: IconClock },
  WAITING: { tone: "flow", icon: IconHourglass },
  DONE: { tone: "done", icon: IconCheck },
} as const;

/** How a request stands for the operators: open until they have answered, then it waits for the writer. */
export function SupportStatusBadge(props: { status: SupportStatus; dense?: boolean }) {
  const { t } = useTranslation();
  const label = t(`management.support.status.${props.status}`);
  return <StatusBadge {...looks[props.status]} label={label} dense={props.dense} />;
}
