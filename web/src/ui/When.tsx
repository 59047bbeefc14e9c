import { clock, localShortDay, utc } from "../lib/format.ts";
import styles from "./When.module.css";

/** A moment in a dense list, local: 17 Mar 14:32, with the year when it is another one; UTC in the tooltip. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <span title={utc(at)}>
      {localShortDay(date)} <span className={styles.clock}>{clock(date)}</span>
    </span>
  );
}
