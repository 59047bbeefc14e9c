import type { CatalogueImport } from "@tonneline/contract/imports";
import { useTranslation } from "react-i18next";
import { dateTime, whole } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Gauge } from "../../ui/Gauge.tsx";
import styles from "./imports.module.css";

// Reading is quick; comparing and saving take most of the time.
const shares = { projects: [0, 20], vintages: [20, 15], saving: [35, 65] } as const;

interface Props {
  run: CatalogueImport;
  /** Absent for read-only users. */
  onStop?: (() => void) | undefined;
  stopping: boolean;
}

/** The progress of a check or an import, or what it is waiting for. It continues if the page is left. */
export function ImportProgress({ run, onStop, stopping }: Props) {
  const { t } = useTranslation();
  const { progress, status, waitsFor } = run;
  const [from, width] = progress ? shares[progress.step] : [0, 0];
  const part = progress?.of ? progress.rows / progress.of : 0;
  const text =
    progress === null
      ? waitsFor
        ? t(
            `imports.waitsFor.${waitsFor.by === null ? "other" : waitsFor.checks ? "check" : "import"}`,
            {
              by: waitsFor.by,
              since: dateTime(waitsFor.since),
            },
          )
        : t("imports.waiting")
      : progress.step === "saving"
        ? t(status === "CHECKING" ? "imports.comparing" : "imports.saving")
        : t(`imports.readingRows.${progress.step}`, {
            rows: whole(progress.rows),
            of: progress.of === null ? "?" : whole(progress.of),
          });
  return (
    <div className={styles.progress} role="status">
      <span>{text}</span>
      <Gauge part={(from + width * part) / 100} label={t("imports.progress")} />
      <div className={styles.actions}>
        {onStop && (
          <BusyButton variant="default" size="sm" busy={stopping} onClick={onStop}>
            {t(`imports.stop.${status === "CHECKING" ? "check" : "import"}`)}
          </BusyButton>
        )}
        <span className={styles.help}>{t("imports.mayLeave")}</span>
      </div>
    </div>
  );
}
