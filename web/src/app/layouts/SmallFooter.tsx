import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../lib/dialogs.ts";
import { useSite } from "../../lib/site.ts";
import styles from "./SmallFooter.module.css";

/** The legal links and the link to support, below pages that need no login. */
export function SmallFooter(props: { className?: string | undefined; children?: ReactNode }) {
  const { t } = useTranslation();
  const { links } = useSite();
  const { className = "", children } = props;
  return (
    <footer className={`${styles.foot} ${className}`}>
      <a href={links.privacy}>{t("app.footer.privacy")}</a>
      <a href={links.terms}>{t("app.footer.terms")}</a>
      <button type="button" onClick={() => openDialog({ type: "support" })}>
        {t("app.nav.support")}
      </button>
      {children}
    </footer>
  );
}
