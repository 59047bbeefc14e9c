import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./MessagePanel.module.css";

/** A page with a single message: an icon, a heading, one paragraph, one button, one link. */
export function MessagePanel(props: {
  icon: TablerIcon;
  tone: "good" | "info" | "warn" | "bad";
  title: string;
  text?: ReactNode;
  /** A button that spans the column. */
  action?: ReactNode;
  /** One line with a link. */
  more?: ReactNode;
}) {
  const { icon: Icon, tone, title, text, action, more } = props;
  return (
    <div className={styles.message}>
      <span className={`${styles.tile} ${styles[tone]}`}>
        <Icon aria-hidden size={24} stroke={1.6} />
      </span>
      <h1>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
      {more && <p className={styles.more}>{more}</p>}
    </div>
  );
}
