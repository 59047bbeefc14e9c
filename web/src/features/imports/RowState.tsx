import { IconAlertCircle, IconEqual, IconPencil, IconPlus, type Icon } from "@tabler/icons-react";
import type { ImportRowState } from "@tonneline/contract/imports";
import { useTranslation } from "react-i18next";
import { StatusBadge, type StatusTone } from "../../ui/StatusBadge.tsx";

const looks: Record<ImportRowState, { tone: StatusTone; icon: Icon }> = {
  NEW: { tone: "done", icon: IconPlus },
  CHANGED: { tone: "act", icon: IconPencil },
  UNCHANGED: { tone: "off", icon: IconEqual },
  REFUSED: { tone: "stop", icon: IconAlertCircle },
};

/** What an import does, or would do, with one row of its files. */
export function RowState({ state }: { state: ImportRowState }) {
  const { t } = useTranslation();
  return <StatusBadge {...looks[state]} label={t(`imports.oneState.${state}`)} dense />;
}
