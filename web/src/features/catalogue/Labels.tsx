import type { Project } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import styles from "./papers.module.css";

/** Labels that third parties have given to the project, each with its level, source and date. */
export function Labels({ labels }: { labels: Project["labels"] }) {
  const { t } = useTranslation();
  return (
    <table className={styles.labels}>
      <thead>
        <tr>
          <th scope="col">{t("catalogue.filters.label")}</th>
          <th scope="col">{t("projectPage.labelLevel")}</th>
          <th scope="col">{t("projectPage.labelFrom")}</th>
        </tr>
      </thead>
      <tbody>
        {labels.map(({ kind, detail, source, asOf }) => (
          <tr key={`${kind} ${detail}`}>
            <th scope="row">{t(`catalogue.labels.${kind}`)}</th>
            <td>{detail || "–"}</td>
            <td>{t("catalogue.labelSource", { source, date: day(asOf) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
