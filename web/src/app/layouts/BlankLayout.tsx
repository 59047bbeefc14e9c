import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dataUri } from "@tonneline/cover-art/coverArt";
import { landscapeArt } from "@tonneline/cover-art/landscape";
import { openDialog } from "../../lib/dialogs.ts";
import { useSite } from "../../lib/site.ts";
import { Brand } from "./Brand.tsx";
import styles from "./BlankLayout.module.css";

/** The authentication screens: a form column, or two when `wide`, and a landscape on the rest. */
export function BlankLayout({ children, wide }: { children: ReactNode; wide: boolean }) {
  const { t } = useTranslation();
  const { links } = useSite();
  const art = useMemo(() => dataUri(landscapeArt("tonneline")), []);
  return (
    <div className={wide ? `${styles.blank} ${styles.wide}` : styles.blank}>
      <div className={styles.column}>
        <header className={styles.brand}>
          <Brand size={28} />
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>
          <a href={links.privacy}>{t("app.footer.privacy")}</a>
          <a href={links.terms}>{t("app.footer.terms")}</a>
          <button type="button" onClick={() => openDialog({ type: "support" })}>
            {t("app.nav.support")}
          </button>
        </footer>
      </div>
      <div className={styles.art} style={{ backgroundImage: `url("${art}")` }} />
    </div>
  );
}
