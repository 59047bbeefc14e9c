import type { Project } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import styles from "./papers.module.css";

/** Labels that others have given to the project, each with where that is known from and since when. */
export function Labels({ labels }: { labels: Project["labels"] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.labels}>
      {labels.map(({ kind, detail, source, asOf }) => (
        <li key={`${kind} ${detail}`}>
          <b>{t(`catalogue.labels.${kind}`)}</b>
          {detail && <span>{detail}</span>}
          <span>{t("catalogue.project.labelSource", { source, date: day(asOf) })}</span>
        </li>
      ))}
    </ul>
  );
}
