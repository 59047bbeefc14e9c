import { useTranslation } from "react-i18next";
import { day, today } from "../../lib/format.ts";
import { useUser } from "../../lib/session.ts";
import screen from "../../ui/table/ListScreen.module.css";
import { Activity } from "./Activity.tsx";
import { Ageing } from "./Ageing.tsx";
import styles from "./dashboard.module.css";
import { Sales } from "./Sales.tsx";
import { Stock } from "./Stock.tsx";
import { Waiting } from "./Waiting.tsx";
import "../../locales/en/audit.ts";
import "../../locales/en/dashboard.ts";
import "../../locales/en/records.ts";
import "../../locales/en/table.ts";

/** /management/dashboard: what must be done now, what is owed, how sales are doing, and what changed. */
export function DashboardPage() {
  const { t } = useTranslation();
  const mine = useUser()?.permissions;
  const reads = (permission: "orders:read" | "projects:read" | "audit:read") =>
    mine?.has(permission) ?? false;
  return (
    <>
      <div className={screen.head}>
        <h1>{t("dashboard.title")}</h1>
        <span className={styles.note}>{day(today())}</span>
      </div>
      <div className={styles.page}>
        <div className={styles.two}>
          <Waiting />
          {reads("orders:read") && <Ageing />}
        </div>
        {reads("orders:read") && <Sales />}
        <div className={styles.two}>
          {reads("projects:read") && <Stock />}
          {reads("audit:read") && <Activity />}
        </div>
      </div>
    </>
  );
}
