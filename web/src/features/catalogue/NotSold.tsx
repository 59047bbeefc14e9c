import type { AvailabilityStatus, Project } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { AvailabilityBadge } from "./AvailabilityBadge.tsx";
import { AskButton } from "./ContactButtons.tsx";
import styles from "./panels.module.css";

/** Why the vintages of a project cannot be bought now, and what can be done instead. */
export function NotSold({ project }: { project: Project }) {
  const { t } = useTranslation();
  const status = project.status.id as Exclude<AvailabilityStatus, "AVAILABLE">;
  const years = project.vintages.map((vintage) => vintage.year);
  const text =
    status === "COMING_SOON"
      ? years.length > 0 && Math.min(...years) >= new Date().getFullYear()
        ? t("catalogue.notSold.text.COMING_SOON", { year: Math.min(...years) })
        : t("catalogue.notSold.text.COMING_SOON_UNDATED")
      : t(`catalogue.notSold.text.${status}`);
  return (
    <div className={`${styles.panel} ${styles.pad} ${styles.notSold}`}>
      <AvailabilityBadge status={project.status} />
      <div>
        <h3>{t(`catalogue.notSold.title.${status}`)}</h3>
        <p>{text}</p>
        {status === "CONTACT_REQUIRED" && (
          <AskButton
            project={project}
            label={t("catalogue.contact.onRequest")}
            variant="filled"
            mt="sm"
          />
        )}
      </div>
    </div>
  );
}
