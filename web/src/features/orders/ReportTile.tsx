import { IconReportSearch } from "@tabler/icons-react";
import styles from "./ReportTile.module.css";

/** Takes the place of a project's picture. */
export function ReportTile({ mini = false }: { mini?: boolean }) {
  return (
    <span className={`${styles.reportTile} ${mini ? styles.reportMini : ""}`} aria-hidden>
      <IconReportSearch size={20} stroke={1.6} />
    </span>
  );
}
