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

/** How far an import is; one that was checked stands out, since an operator has to go on with it. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation();
  return <StatusBadge {...looks[status]} label={t(`imports.status.${status}`)} dense />;
}
