import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A text of any length in a cell: it takes what room the other columns leave, and the rest is in the tooltip. */
export function LongText({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.long} title={text}>
      <span>{children}</span>
    </div>
  );
}
