import styles from "./portfolio.module.css";

const parts = ["retired", "inProgress", "available", "expected"] as const;

/** All tonnes as parts of one bar, expected ones in stripes. Decoration: the figures stand above it. */
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
