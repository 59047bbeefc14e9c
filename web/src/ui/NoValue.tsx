import styles from "./NoValue.module.css";

/** Placeholder for a cell without a value; a table folded for phones may omit such a cell. */
export function NoValue() {
  return (
    <span className={styles.nothing} data-nothing>
      –
    </span>
  );
}
