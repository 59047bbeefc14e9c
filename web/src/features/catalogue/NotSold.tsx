import type { AvailabilityStatus, Project } from "@tonneline/contract/catalogue";
import { isQuarterOver, quarterText } from "@tonneline/contract/delivery";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { today } from "../../lib/format.ts";
import styles from "./panels.module.css";

const AvailabilityAlert = lazyChunk(async () => ({
  default: (await import("../shortlists/AvailabilityAlert.tsx")).AvailabilityAlert,
}));

/** Why the vintages of a project cannot be bought now, and what to do instead. */
export function NotSold({ project }: { project: Project }) {
  const { t } = useTranslation();
  const status = project.status.id as Exclude<AvailabilityStatus, "AVAILABLE">;
  const first = project.expectedDelivery?.from;
  const text =
    status === "COMING_SOON"
      ? first !== undefined && !isQuarterOver(first, today())
        ? t("projectPage.notSold.text.COMING_SOON", { quarter: quarterText(first) })
        : t("projectPage.notSold.text.COMING_SOON_UNDATED")
      : t(`projectPage.notSold.text.${status}`);
  return (
    <div className={`${styles.panel} ${styles.pad} ${styles.notSold}`}>
      <h3>{t(`projectPage.notSold.title.${status}`)}</h3>
      <p>{text}</p>
      {(status === "SOLD_OUT" || status === "COMING_SOON") && (
        <Suspense>
          <AvailabilityAlert project={project} />
        </Suspense>
      )}
    </div>
  );
}
