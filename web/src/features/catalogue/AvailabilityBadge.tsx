import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import {
  IconCalendarTime,
  IconCircleCheck,
  IconCircleMinus,
  IconMessage2,
  IconPlayerPause,
} from "@tabler/icons-react";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

const looks = {
  AVAILABLE: { tone: "done", icon: IconCircleCheck },
  TEMPORARILY_UNAVAILABLE: { tone: "wait", icon: IconPlayerPause },
  SOLD_OUT: { tone: "off", icon: IconCircleMinus },
  CONTACT_REQUIRED: { tone: "act", icon: IconMessage2 },
  COMING_SOON: { tone: "flow", icon: IconCalendarTime },
} as const satisfies Record<AvailabilityStatus, object>;

interface Props {
  status: { id: AvailabilityStatus; name: string };
  dense?: boolean;
}

/** Whether a project or vintage is on sale, in the API's wording; `dense` for tables. */
export function AvailabilityBadge({ status, dense = false }: Props) {
  return <StatusBadge {...looks[status.id]} label={status.name} dense={dense} />;
}
