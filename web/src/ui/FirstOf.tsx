import styles from "./FirstOf.module.css";

/** The first of several names, truncated to one line, and in full how many `more` there are, if any. */
export function FirstOf({ name, more }: { name: string; more: string }) {
  return (
    <span className={styles.names}>
      <span>{name}</span> {more && <span>{more}</span>}
    </span>
  );
}
