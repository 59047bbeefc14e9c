import { lazy, Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../lib/dialogs.ts";
import { useSite } from "../../lib/site.ts";
import { Brand } from "./Brand.tsx";
import styles from "./BlankLayout.module.css";

const Landscape = lazy(() => import("./Landscape.tsx"));

/** The authentication screens: a form column, or two when `wide`, and a landscape on the rest. */
export function BlankLayout({ children, wide }: { children: ReactNode; wide: boolean }) {
  const { t } = useTranslation();
  const { links } = useSite();
  // As in the styles: drawn only where it is seen.
  const hasRoom = window.matchMedia(`(min-width: ${wide ? 960 : 600}px)`).matches;
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
      <Suspense fallback={<div className={styles.art} />}>
        {hasRoom ? <Landscape /> : <div className={styles.art} />}
      </Suspense>
    </div>
  );
}
