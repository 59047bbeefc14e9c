import { clock, clockExact, localShortDay, utc } from "../lib/format.ts";
import styles from "./Timestamp.module.css";

/** A moment in a dense list, local: 17 Mar 14:32, with the year when it is another one, `exact` to the second; UTC in the tooltip. */
export function Timestamp({ at, exact }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  return (
    <span title={utc(at)}>
      {localShortDay(date)}{" "}
      <span className={styles.clock}>{exact ? clockExact(date) : clock(date)}</span>
    </span>
  );
}
