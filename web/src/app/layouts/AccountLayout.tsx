import { Link, Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import styles from "./AccountLayout.module.css";
import { paths } from "../../lib/paths.ts";

import "../../locales/en/orders.ts";

/** The parts of the account, in the order of their tabs. */
const accountTabs = [
  { name: "details", to: paths.details },
  { name: "company", to: paths.company },
  { name: "orders", to: paths.orders },
  { name: "quotes", to: paths.quotes },
  { name: "documents", to: paths.documents },
  { name: "retirements", to: paths.retirements },
  { name: "questions", to: paths.questions },
] as const;

/** Title and tabs over the lists of the account. */
export function AccountLayout() {
  const { t } = useTranslation();
  return (
    <>
      <h1 className={styles.title}>{t("orders.account")}</h1>
      <nav className={styles.tabs} aria-label={t("orders.tabs.label")}>
        {accountTabs.map(({ name, to }) => (
          <Link key={name} to={to} activeProps={{ "aria-current": "page" }}>
            {t(`orders.tabs.${name}`)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
