import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { documents, paths } from "../paths.ts";
import styles from "./Footer.module.css";

const companySite = "https://tonneline.example";

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.foot}>
      <span>
        © {new Date().getFullYear()} {t("app.brand")}
      </span>
      <a href={companySite} rel="noreferrer">
        {t("app.footer.company")}
      </a>
      <a href={documents.privacy}>{t("app.footer.privacy")}</a>
      <a href={documents.terms}>{t("app.footer.terms")}</a>
      <a href={documents.salesTerms}>{t("app.footer.salesTerms")}</a>
      <Link to={paths.dataSources}>{t("app.footer.dataSources")}</Link>
      <span className={styles.quiet}>{t("app.footer.version", { version: __VERSION__ })}</span>
      <span className={styles.quiet}>{t("app.footer.demonstration")}</span>
    </footer>
  );
}
