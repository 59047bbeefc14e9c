import { Skeleton } from "@mantine/core";
import styles from "./LocatorSkeleton.module.css";

/** Placeholder for the map of a project's country, as high as the map and the lines below it. */
export function LocatorSkeleton() {
  return (
    <div className={styles.room}>
      <Skeleton className={styles.map} height="auto" />
    </div>
  );
}
