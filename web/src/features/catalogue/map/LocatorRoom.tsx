import { Skeleton } from "@mantine/core";
import styles from "./LocatorRoom.module.css";

/** Placeholder for the map of a project's country, as high as the map and the lines below it. */
export function LocatorRoom() {
  return (
    <div className={styles.room}>
      <Skeleton className={styles.map} height="auto" />
    </div>
  );
}
