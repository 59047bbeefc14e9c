import { notifications } from "@mantine/notifications";
import styles from "./toast.module.css";

const colors = { good: "mint.5", info: "blue.6", warn: "amber.5", bad: "red.6" };

/** A short word at the top right: 5 s, 10 s with an action; what went wrong stays until it is closed. */
export function showToast(toast: {
  tone: keyof typeof colors;
  text: string;
  action?: { label: string; onClick: () => void };
}): void {
  const { tone, text, action } = toast;
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
    color: colors[tone],
    autoClose: tone === "bad" ? false : action ? 10_000 : 5_000,
    role: tone === "bad" ? "alert" : "status",
    closeButtonProps: { "aria-label": "Close" },
  });
}
