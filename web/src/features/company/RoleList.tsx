import { companyRoles } from "@tonneline/contract/companyRoles";
import { useTranslation } from "react-i18next";
import styles from "./CompanyPage.module.css";

/** Explains each role's permissions in one line. */
export function RoleList() {
  const { t } = useTranslation();
  return (
    <details className={styles.may}>
      <summary>{t("company.whatRolesMay")}</summary>
      <dl>
        {companyRoles.map((role) => (
          <div key={role}>
            <dt>{t(`company.roles.${role}`)}</dt>
            <dd>{t(`company.may.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
