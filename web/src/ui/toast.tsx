import { notifications, notificationsStore } from "@mantine/notifications";
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from "@tabler/icons-react";
import { i18n } from "../lib/i18n.ts";
import styles from "./toast.module.css";
import { maxToasts, useToasts } from "./toasts.ts";

const icons = {
  good: IconCircleCheck,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
};

/**
 * Shows a short message at the top right for 5 s, or 10 s with an action; errors stay until closed. It appears at
 * once: where there is no more room, the oldest is removed, errors last.
 */
export function showToast(toast: {
  tone: keyof typeof icons;
  text: string;
  action?: { label: string; onClick: () => void };
}): void {
  const { tone, text, action } = toast;
  const Icon = icons[tone];
  useToasts.setState({ shown: true });
  removeOldestToast();
  const id = notifications.show({
    message: (
      <span className={styles.row}>
        {text}
        {action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              notifications.hide(id);
              action.onClick();
            }}
          >
            {action.label}
          </button>
        )}
      </span>
    ),
    icon: <Icon size={20} stroke={1.6} aria-hidden />,
    autoClose: tone === "bad" ? false : action ? 10_000 : 5_000,
    // The surrounding live region announces the others; an alert that is inserted with its text may be missed.
    role: tone === "bad" ? "alert" : "group",
    closeButtonProps: { "aria-label": i18n.t("app.close"), className: styles.close },
    classNames: {
      root: `${styles.toast} ${styles[tone]}`,
      icon: styles.icon,
      description: styles.text,
    },
  });
}

/** Without it, a new toast would queue unseen until another closes: forever, if those shown stay. */
function removeOldestToast(): void {
  const { notifications: shown } = notificationsStore.getState();
  if (shown.length < maxToasts) return;
  const oldest = shown.find(({ role }) => role !== "alert") ?? shown[0];
  if (oldest?.id) notifications.hide(oldest.id);
}
