import { Link, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import styles from "./AccountLayout.module.css";
import { useMayForCompany } from "../../features/company/company.queries.ts";
import { NoAccessNotice } from "../../features/company/NoAccessNotice.tsx";
import { paths } from "../../lib/paths.ts";
import { useTitleOfContent } from "../../ui/pageTitle.ts";
import { useSelectedInView } from "../../ui/useSelectedInView.ts";

import "../../locales/en/orders.ts";

/** The sections of the account, in the order of their tabs. */
const accountTabs = [
  { name: "details", to: paths.details },
  { name: "company", to: paths.company },
  { name: "orders", to: paths.orders, ofOrders: true },
  { name: "quotes", to: paths.quotes, ofOrders: true },
  { name: "documents", to: paths.documents, ofOrders: true },
  { name: "retirements", to: paths.retirements },
  { name: "questions", to: paths.questions },
] as const;

/**
 * The title and tabs of the account's pages. Sections that the company has closed to this member have no tab; opened
 * by URL, they explain why.
 */
export function AccountLayout() {
  const { t } = useTranslation();
  const isKept = useMayForCompany("orders") === false;
  const shown = accountTabs.filter((tab) => !isKept || !("ofOrders" in tab));
  const isOfOrders = useLocation({
    select: ({ pathname }) =>
      accountTabs.some((tab) => "ofOrders" in tab && `${pathname}/`.startsWith(`${tab.to}/`)),
  });
  const row = useSelectedInView<HTMLElement>(useLocation({ select: ({ pathname }) => pathname }));
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const titleOfContent = useTitleOfContent();
  return (
    <>
      <h1 className={styles.title}>{titleOfContent ?? (title && t(`app.pages.${title}`))}</h1>
      <nav ref={row} className={styles.tabs} aria-label={t("orders.tabs.label")}>
        {shown.map(({ name, to }) => (
          <Link key={name} to={to} activeProps={{ "aria-current": "page" }}>
            {t(`orders.tabs.${name}`)}
          </Link>
        ))}
      </nav>
      {isKept && isOfOrders ? <NoAccessNotice /> : <Outlet />}
    </>
  );
}
