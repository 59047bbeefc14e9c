import { useTranslation } from "react-i18next";
import "../../locales/en/sources.ts";
import styles from "./sources.module.css";

const database = "https://gspp.berkeley.edu/berkeley-carbon-trading-project/offsets-database";
const licence = "https://creativecommons.org/licenses/by/4.0/";

/** The sources of the demonstration's data, what was changed in it, and what is invented. */
export function DataSourcesPage() {
  const { t } = useTranslation();
  return (
    <article className={styles.page}>
      <h1>{t("sources.title")}</h1>
      <p className={styles.lead}>{t("sources.lead")}</p>

      <h2>{t("sources.projects")}</h2>
      <p>{t("sources.attribution")}</p>
      <ul>
        <li>
          <ExternalLink href={database}>{t("sources.database")}</ExternalLink>
        </li>
        <li>
          <ExternalLink href={licence}>{t("sources.licence")}</ExternalLink>
        </li>
      </ul>
      <p>{t("sources.changes")}</p>
      <p>{t("sources.origin")}</p>

      <h2>{t("sources.invented")}</h2>
      <p>{t("sources.inventedText")}</p>
      <p>{t("sources.noOffer")}</p>

      <h2>{t("sources.goals")}</h2>
      <p>{t("sources.goalsText")}</p>

      <h2>{t("sources.shapes")}</h2>
      <p>{t("sources.shapesText")}</p>

      <h2>{t("sources.pictures")}</h2>
      <p>{t("sources.picturesText")}</p>
    </article>
  );
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
