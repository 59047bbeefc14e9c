import styles from "./Timeline.module.css";

export interface TimelineStep {
  /** ok: behind us; now: where it stands; stop: it ended here; next: still to come. */
  tone?: "ok" | "now" | "stop" | "next" | undefined;
  title: string;
  text?: string | undefined;
}

/** Steps in time, one below the other. `quiet`: what is to come stands back behind what has happened. */
export function Timeline({ steps, quiet = false }: { steps: TimelineStep[]; quiet?: boolean }) {
  return (
    <ol className={`${styles.timeline} ${quiet ? styles.quiet : ""}`}>
      {steps.map(({ tone = "next", title, text }, place) => (
        // The same may happen twice: an order is paid again.
        <li key={place} className={styles[tone]} aria-current={tone === "now" ? "step" : undefined}>
          <span className={styles.title}>{title}</span>
          {text && <span className={styles.text}>{text}</span>}
        </li>
      ))}
    </ol>
  );
}
