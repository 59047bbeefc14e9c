import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A cell for text of any length: it is truncated to the room that other columns leave; the tooltip has all of it. */
export function LongText({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.long} title={text}>
      <span>{children}</span>
    </div>
  );
}
