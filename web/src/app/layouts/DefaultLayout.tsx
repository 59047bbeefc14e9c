import { useMediaQuery } from "@mantine/hooks";
import { useLocation } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { paths } from "../../lib/paths.ts";
import { useNotificationsPanel } from "../../features/notifications/panel.ts";
import { useRuns } from "../../lib/runs.ts";
import { useUser } from "../../lib/session.ts";
import { isOperator } from "../managementPages.ts";
import { Queries } from "../Queries.tsx";
import { Footer } from "./Footer.tsx";
import styles from "./DefaultLayout.module.css";
import { SideNav } from "./SideNav.tsx";
import { TopBar } from "./TopBar.tsx";

const Late = lazyChunk(() => import("../Late.tsx"));
const OperatorKeys = lazyChunk(() => import("../palette/OperatorKeys.tsx"));
const RunDock = lazyChunk(() => import("../RunDock.tsx"));
const NotificationsPanel = lazyChunk(async () => ({
  default: (await import("../../features/notifications/NotificationsPanel.tsx")).NotificationsPanel,
}));

/** Navigation, content and footer, for logged-in users. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <Queries>
      <Frame>{children}</Frame>
    </Queries>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  // Only one of the two is rendered: screen readers would otherwise find the navigation twice.
  const isWide = useMediaQuery("(width > 1279px)", undefined, { getInitialValueInEffect: false });
  const managing = useLocation({
    select: ({ pathname }) => pathname.startsWith(`${paths.management}/`),
  });
  const user = useUser();
  const manages = isOperator(user);
  const hasRuns = useRuns(({ runs }) => runs.length > 0);
  const hasPanel = useNotificationsPanel(({ wasOpened }) => wasOpened);
  return (
    <div className={styles.app}>
      <a href="#content" className={styles.skip}>
        {t("app.skip")}
      </a>
      {isWide ? <SideNav /> : <TopBar />}
      <div className={styles.body}>
        <main
          id="content"
          className={managing ? `${styles.page} ${styles.wide}` : styles.page}
          tabIndex={-1}
        >
          {children}
        </main>
        <Footer />
      </div>
      <Suspense>
        <Late />
      </Suspense>
      {manages && (
        <Suspense>
          <OperatorKeys />
        </Suspense>
      )}
      {hasRuns && (
        <Suspense>
          <RunDock />
        </Suspense>
      )}
      {hasPanel && (
        <Suspense>
          <NotificationsPanel />
        </Suspense>
      )}
    </div>
  );
}
