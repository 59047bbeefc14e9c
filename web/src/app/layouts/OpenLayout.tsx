import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../lib/dialogs.ts";
import { useSite } from "../../lib/site.ts";
import { Brand } from "./Brand.tsx";
import styles from "./OpenLayout.module.css";

/** Pages that anybody may read who has their address: the mark above, what holds for everybody below. */
export function OpenLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { links, demonstration } = useSite();
  return (
    <>
      <header className={styles.head}>
        <div className={styles.brand}>
          <Brand size={28} />
        </div>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.foot}>
        <a href={links.privacy}>{t("app.footer.privacy")}</a>
        <a href={links.terms}>{t("app.footer.terms")}</a>
        <button type="button" onClick={() => openDialog({ type: "support" })}>
          {t("app.nav.support")}
        </button>
        {demonstration && <span>{t("app.footer.demonstration")}</span>}
      </footer>
    </>
  );
}
