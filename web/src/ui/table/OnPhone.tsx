import type { ReactNode } from "react";
import styles from "./table.module.css";

/** Part of a cell that a phone shows because it hides the column of its own. */
export function OnPhone({ children }: { children: ReactNode }) {
  return <span className={styles.onPhone}>{children}</span>;
}
