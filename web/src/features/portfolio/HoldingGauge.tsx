import styles from "./portfolio.module.css";

/** What is available, in progress and retired, as parts of one bar. Decoration: the figures stand beside it. */
export function HoldingGauge(props: {
  available: number;
  inProgress: number;
  retired: number;
  tall?: boolean;
}) {
  const { available, inProgress, retired, tall } = props;
  return (
    <div className={`${styles.gauge} ${tall ? styles.tall : ""}`} aria-hidden>
      {available > 0 && <span className={styles.available} style={{ flexGrow: available }} />}
      {inProgress > 0 && <span className={styles.inProgress} style={{ flexGrow: inProgress }} />}
      {retired > 0 && <span className={styles.retired} style={{ flexGrow: retired }} />}
    </div>
  );
}
