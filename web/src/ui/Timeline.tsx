import styles from "./Timeline.module.css";

export interface TimelineStep {
  /** ok: completed; now: the current step; stop: ended here; next: still to come. */
  tone?: "ok" | "now" | "stop" | "next" | undefined;
  title: string;
  text?: string | undefined;
}

/** A vertical timeline. `quiet` fades upcoming steps against past ones. */
export function Timeline({ steps, quiet = false }: { steps: TimelineStep[]; quiet?: boolean }) {
  return (
    <ol className={`${styles.timeline} ${quiet ? styles.quiet : ""}`}>
      {steps.map(({ tone = "next", title, text }, place) => (
        // Steps can repeat, such as a second payment of an order, so the index is the key.
        <li key={place} className={styles[tone]} aria-current={tone === "now" ? "step" : undefined}>
          <span className={styles.title}>{title}</span>
          {text && <span className={styles.text}>{text}</span>}
        </li>
      ))}
    </ol>
  );
}
