import type { Icon } from "@tabler/icons-react";
import styles from "./StatusBadge.module.css";

/** What a status means for the reader: wait, act, done, in progress, stopped, off. */
export type StatusTone = "wait" | "act" | "done" | "flow" | "stop" | "off";

/** Shows a status by icon, label and colour, never by colour alone. */
export function StatusBadge(props: {
  tone: StatusTone;
  icon: Icon;
  label: string;
  dense?: boolean | undefined;
}) {
  const { tone, icon: Sign, label, dense } = props;
  return (
    <span className={`${styles.badge} ${styles[tone]} ${dense ? styles.dense : ""}`}>
      <Sign size={14} stroke={2.2} aria-hidden />
      {label}
    </span>
  );
}
