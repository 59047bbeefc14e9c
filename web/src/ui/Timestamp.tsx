import { clock, clockExact, localShortDay, utc } from "../lib/format.ts";
import styles from "./Timestamp.module.css";

/** Local time in a dense list: 17 Mar 14:32, plus the year if it differs, and seconds if `exact`; UTC in the tooltip. */
export function Timestamp({ at, exact }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  return (
    <span title={utc(at)}>
      {localShortDay(date)}{" "}
      <span className={styles.clock}>{exact ? clockExact(date) : clock(date)}</span>
    </span>
  );
}
