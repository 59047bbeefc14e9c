import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSite } from "../../lib/site.ts";
import { Brand } from "./Brand.tsx";
import styles from "./OpenLayout.module.css";
import { SmallFooter } from "./SmallFooter.tsx";

/** For public pages that are reached by their URL: the logo at the top, the legal links at the bottom. */
export function OpenLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { demonstration } = useSite();
  return (
    <>
      <header className={styles.head}>
        <div className={styles.brand}>
          <Brand size={28} />
        </div>
      </header>
      <main className={styles.main}>{children}</main>
      <SmallFooter className={styles.foot}>
        {demonstration && <span>{t("app.footer.demonstration")}</span>}
      </SmallFooter>
    </>
  );
}
