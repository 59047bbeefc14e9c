import styles from "./Nothing.module.css";

/** Stands in a cell that has no value. */
export function Nothing() {
  return <span className={styles.nothing}>–</span>;
}
