import styles from "./Tag.module.css";

/** A neutral tag; `dashed` marks something expected that does not exist yet. */
export function Tag({ label, dashed = false }: { label: string; dashed?: boolean }) {
  return <span className={dashed ? `${styles.tag} ${styles.dashed}` : styles.tag}>{label}</span>;
}
