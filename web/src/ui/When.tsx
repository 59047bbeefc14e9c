import { clock, shortDay, utc } from "../lib/format.ts";
import styles from "./When.module.css";

/** A moment in a dense list: 17 Mar 14:32, with the year when it is another one; UTC in the tooltip. */
export function When({ at }: { at: string }) {
  return (
    <span title={utc(at)}>
      {shortDay(at)} <span className={styles.clock}>{clock(new Date(at))}</span>
    </span>
  );
}
