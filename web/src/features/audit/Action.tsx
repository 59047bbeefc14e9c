import { IconAlertTriangle } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { i18n } from "../../lib/i18n.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

// What somebody should look at, whoever did it.
const weighty = new Set(["bank-account.change", "session.stolen"]);

/** An action in words where there are any, else as the log names it. */
export function actionLabel(t: TFunction, action: string): string {
  const key = `audit.actions.${action}` as "audit.actions.login.fail";
  // A missing text is shown empty, default or not.
  return i18n.exists(key) ? String(t(key)) : action;
}

/** What was done; what is weighty stands out. */
export function Action({ action }: { action: string }) {
  const { t } = useTranslation();
  const label = actionLabel(t, action);
  if (weighty.has(action))
    return <StatusBadge tone="stop" icon={IconAlertTriangle} label={label} dense />;
  return label === action ? <code>{action}</code> : <span>{label}</span>;
}
