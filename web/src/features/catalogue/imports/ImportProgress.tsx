import type { CatalogueImport } from "@tonneline/contract/catalogueImports";
import { useTranslation } from "react-i18next";
import { whole } from "../../../lib/format.ts";
import { Gauge } from "../../../ui/Gauge.tsx";
import styles from "./imports.module.css";

// Reading is quick; comparing and saving takes most of the time.
const shares = { projects: [0, 20], vintages: [20, 15], saving: [35, 65] } as const;

/** How far a check or an import is. It goes on when the page is left. */
export function ImportProgress({ run }: { run: CatalogueImport }) {
  const { t } = useTranslation();
  const { progress, status } = run;
  const [from, width] = progress ? shares[progress.step] : [0, 0];
  const part = progress?.of ? progress.rows / progress.of : 0;
  const text =
    progress === null
      ? t("imports.waiting")
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
      <span className={styles.help}>{t("imports.mayLeave")}</span>
    </div>
  );
}
