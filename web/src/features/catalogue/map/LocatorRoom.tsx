import { Skeleton } from "@mantine/core";
import styles from "./LocatorRoom.module.css";

/** Stands where the map of a project's country will, as high as it and the lines below it. */
export function LocatorRoom() {
  return (
    <div className={styles.room}>
      <Skeleton className={styles.map} height="auto" />
    </div>
  );
}
