import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { actionLabel } from "../../lib/actions.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

// Actions that need attention, whoever performed them.
const weighty = new Set(["bank-account.change", "session.stolen"]);

/** What was done; critical actions stand out. */
export function Action({ action }: { action: string }) {
  const { t } = useTranslation();
  const label = actionLabel(t, action);
  if (weighty.has(action))
    return <StatusBadge tone="stop" icon={IconAlertTriangle} label={label} dense />;
  return <span title={action}>{label}</span>;
}
