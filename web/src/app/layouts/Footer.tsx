import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSite } from "../../lib/site.ts";
import { paths } from "../../lib/paths.ts";
import styles from "./Footer.module.css";

/** The footer of the default layout: the operator's links, the release, and a note if this is a demonstration. */
export function Footer() {
  const { t } = useTranslation();
  const { brand, links, demonstration } = useSite();
  return (
    <footer className={styles.foot}>
      <span>
        © {new Date().getFullYear()} {brand.name}
      </span>
      {links.companySite && (
        <a href={links.companySite} rel="noreferrer">
          {t("app.footer.company")}
        </a>
      )}
      <a href={links.privacy}>{t("app.footer.privacy")}</a>
      <a href={links.terms}>{t("app.footer.terms")}</a>
      <a href={links.salesTerms}>{t("app.footer.salesTerms")}</a>
      <Link to={paths.dataSources}>{t("app.footer.dataSources")}</Link>
      <span className={styles.quiet}>{t("app.footer.version", { version: __VERSION__ })}</span>
      {demonstration && <span className={styles.quiet}>{t("app.footer.demonstration")}</span>}
    </footer>
  );
}
