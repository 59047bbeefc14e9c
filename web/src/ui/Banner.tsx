import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./Banner.module.css";

export type Tone = "info" | "warn" | "bad" | "good";
const icons = {
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
  good: IconCircleCheck,
};

/** A lasting state of the page. `bad` is announced as an alert, the other tones as a status. */
export function Banner(props: {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  action?: { label: string; onClick: () => void };
}) {
  const { tone, title, children, action } = props;
  const Icon = icons[tone];
  return (
    <div className={`${styles.banner} ${styles[tone]}`} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={20} stroke={1.6} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <span className={children ? styles.strong : undefined}>{title}</span> {children}
      </div>
      {action && (
        <button type="button" className={styles.action} onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  );
}
