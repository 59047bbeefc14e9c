import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";
import styles from "./accounts.module.css";
import { logOut } from "./logOut.ts";

/** /book-demo: where those wait who are registered and not yet admitted. */
export function BookDemoPage() {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <div className={styles.form}>
      <h1>{t("app.bookDemo.title")}</h1>
      <p className={styles.lead}>{t("app.bookDemo.text")}</p>
      {user && (
        <Button variant="default" onClick={() => void logOut()}>
          {t("app.nav.logout")}
        </Button>
      )}
    </div>
  );
}
