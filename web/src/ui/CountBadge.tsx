import styles from "./CountBadge.module.css";

/** A small count. With `pulse` it blinks four times when it appears and whenever the count changes. */
export function CountBadge(props: { count: number; pulse?: boolean; className?: string }) {
  const { count, pulse = false, className = "" } = props;
  return (
    <span
      // Remounting the element on each count restarts the animation.
      key={pulse ? count : "steady"}
      aria-hidden
      className={`${styles.count} ${pulse ? styles.pulse : ""} ${className}`}
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
