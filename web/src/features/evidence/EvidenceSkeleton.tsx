import { Skeleton } from "@mantine/core";
import styles from "./EvidenceSkeleton.module.css";

/**
 * Placeholder for a project's evidence. It is as high as the smallest evidence, and at least as the screen: a reader who
 * sees what follows it does not see what precedes it, which scroll anchoring would keep in place instead.
 */
export function EvidenceSkeleton({ label }: { label?: string }) {
  return <Skeleton className={styles.room} height="auto" aria-label={label} />;
}
