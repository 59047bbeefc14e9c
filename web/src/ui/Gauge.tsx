import styles from "./Gauge.module.css";

/** A thin bar that shows a fraction from 0 to 1. `label` describes it in words; the figures are next to it. */
export function Gauge(props: { part: number; label: string; className?: string | undefined }) {
  const percent = Math.min(1, Math.max(0, props.part)) * 100;
  return (
    <div role="img" aria-label={props.label} className={`${styles.gauge} ${props.className ?? ""}`}>
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
