import { useTranslation } from "react-i18next";
import styles from "./WaitingFrame.module.css";

/** The frame of the default layout with nothing of anybody in it: until it is known who is here, and until it is loaded. */
export function WaitingFrame() {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} role="status" aria-busy aria-label={t("app.loading")}>
      <div className={styles.bar} />
      <div className={styles.page}>
        <div className={styles.line} />
        <div className={styles.block} />
      </div>
    </div>
  );
}
