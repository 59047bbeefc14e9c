import { useTranslation } from "react-i18next";
import "../../locales/en/catalogue.ts";
import styles from "./sources.module.css";

const database = "https://gspp.berkeley.edu/berkeley-carbon-trading-project/offsets-database";
const licence = "https://creativecommons.org/licenses/by/4.0/";

/** Where the demonstration's facts come from, what was changed in them, and what is invented. */
export function DataSourcesPage() {
  const { t } = useTranslation();
  return (
    <article className={styles.page}>
      <h1>{t("catalogue.sources.title")}</h1>
      <p className={styles.lead}>{t("catalogue.sources.lead")}</p>

      <h2>{t("catalogue.sources.projects")}</h2>
      <p>{t("catalogue.sources.attribution")}</p>
      <ul>
        <li>
          <Away href={database}>{t("catalogue.sources.database")}</Away>
        </li>
        <li>
          <Away href={licence}>{t("catalogue.sources.licence")}</Away>
        </li>
      </ul>
      <p>{t("catalogue.sources.changes")}</p>
      <p>{t("catalogue.sources.origin")}</p>

      <h2>{t("catalogue.sources.invented")}</h2>
      <p>{t("catalogue.sources.inventedText")}</p>
      <p>{t("catalogue.sources.noOffer")}</p>

      <h2>{t("catalogue.sources.goals")}</h2>
      <p>{t("catalogue.sources.goalsText")}</p>

      <h2>{t("catalogue.sources.pictures")}</h2>
      <p>{t("catalogue.sources.picturesText")}</p>
    </article>
  );
}

function Away({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
