import styles from "./NoValue.module.css";

/** Stands in a cell that has no value; a table that is folded may leave such a cell out. */
export function NoValue() {
  return (
    <span className={styles.nothing} data-nothing>
      –
    </span>
  );
}
