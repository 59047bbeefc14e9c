import { useSearch } from "@tanstack/react-router";
import { Trans, useTranslation } from "react-i18next";
import { useSite } from "../../lib/site.ts";
import styles from "./accounts.module.css";
import { LoginLink, RegistrationForm } from "./RegistrationForm.tsx";
import "../../locales/en/account.ts";
import { carriedParams } from "./carriedParams.ts";

/** /registration: creates a company account, and passes on the referring partner. */
export function RegistrationPage() {
  const { t } = useTranslation();
  const { links } = useSite();
  const carried = carriedParams(useSearch({ strict: false }));
  return (
    <div className={styles.form}>
      <div>
        <h1>{t("account.registration.title")}</h1>
        <p className={styles.lead}>{t("account.registration.lead")}</p>
      </div>
      <RegistrationForm carried={carried} />
      <p className={styles.small}>
        <Trans
          i18nKey="account.registration.terms"
          components={{ terms: <a href={links.terms} target="_blank" rel="noreferrer" /> }}
        />
      </p>
      <p className={styles.lead}>
        {t("account.registration.already")}{" "}
        <LoginLink carried={carried} className={styles.strong} />
      </p>
    </div>
  );
}
