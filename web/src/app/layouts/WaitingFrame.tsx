import { IconMenu2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./WaitingFrame.module.css";

/** The frame of the default layout with nothing of anybody in it: until it is known who is here, and until it is loaded. */
export function WaitingFrame() {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} role="status" aria-busy aria-label={t("app.loading")}>
      <div className={styles.bar}>
        {/* Where the bar of narrow screens has it, so that something of the page is seen before its parts are loaded. */}
        <IconMenu2 className={styles.menu} size={20} stroke={1.6} aria-hidden />
      </div>
      <div className={styles.page}>
        <div className={styles.line} />
        <div className={styles.block} />
      </div>
    </div>
  );
}
