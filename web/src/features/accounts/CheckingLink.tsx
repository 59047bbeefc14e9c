import { Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./accounts.module.css";

/** /registration/verify, while the server checks the token. */
export function CheckingLink() {
  const { t } = useTranslation();
  return (
    <div className={styles.checking} role="status">
      <Loader aria-hidden />
      <h1>{t("accounts.checkingLink")}</h1>
    </div>
  );
}
