import { Skeleton } from "@mantine/core";
import styles from "./EvidenceRoom.module.css";

/**
 * Stands where the evidence of a project will. It is as high as the least evidence there is, and at least as the screen:
 * whoever sees what stands below it does not also see what stands above, which the browser would hold in place instead.
 */
export function EvidenceRoom({ label }: { label?: string }) {
  return <Skeleton className={styles.room} height="auto" aria-label={label} />;
}
