import { Skeleton } from "@mantine/core";
import waiting from "../waiting.module.css";
import styles from "./table.module.css";

/** A skeleton in the shape of the table. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div
      className={`${styles.wrap} ${styles.waiting} ${waiting.late}`}
      role="status"
      aria-label={label}
    >
      {Array.from({ length: 12 }, (_, row) => (
        <Skeleton key={row} height={18} my={10} mx={12} width="auto" />
      ))}
    </div>
  );
}
