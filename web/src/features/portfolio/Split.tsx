import styles from "./portfolio.module.css";

const parts = ["retired", "inProgress", "available", "expected"] as const;

/** All tonnes as segments of one bar, expected ones striped. Decorative: the figures are above it. */
export function Split(tonnes: Record<(typeof parts)[number], number>) {
  return (
    <div className={styles.gauge} aria-hidden>
      {parts.map(
        (name) =>
          tonnes[name] > 0 && (
            <span key={name} className={styles[name]} style={{ flexGrow: tonnes[name] }} />
          ),
      )}
    </div>
  );
}
