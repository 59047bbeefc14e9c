import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconListCheck,
  IconLoader2,
  IconPencil,
  type Icon,
} from "@tabler/icons-react";
import type { ImportStatus } from "@tonneline/contract/imports";
import { useTranslation } from "react-i18next";
import { StatusBadge, type StatusTone } from "../../ui/StatusBadge.tsx";

const looks: Record<ImportStatus, { tone: StatusTone; icon: Icon }> = {
  DRAFT: { tone: "off", icon: IconPencil },
  CHECKING: { tone: "flow", icon: IconLoader2 },
  CHECKED: { tone: "act", icon: IconListCheck },
  IMPORTING: { tone: "wait", icon: IconClock },
  IMPORTED: { tone: "done", icon: IconCircleCheck },
  FAILED: { tone: "stop", icon: IconAlertCircle },
};

/** The status of an import; a checked one stands out, since it waits for an operator. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation();
  return <StatusBadge {...looks[status]} label={t(`imports.status.${status}`)} dense />;
}
