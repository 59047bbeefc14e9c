import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { useLastKnown } from "../../lib/lastKnown.ts";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { useCompany, useMayForCompany } from "../company/company.queries.ts";
import "../../locales/en/approvals.ts";
import styles from "./approvals.module.css";
import { useWaitingForMe } from "./waiting.queries.ts";

type Tab = "cart" | "waiting" | "requests";

/**
 * Tabs for the cart, the requests that await the user's decision, and all requests; on the cart page of a company
 * without approvals, none. While loading, their room is reserved if they were there last time.
 */
export function CartTabs({ here }: { here: Tab }) {
  const { t } = useTranslation();
  const { data: company, isPending } = useCompany();
  const mayRead = useMayForCompany("orders");
  const mayDecide = useMayForCompany("decide");
  const waiting = useWaitingForMe();
  const needsApproval = company !== undefined && company.approvalRules.length > 0;
  const areWanted = useLastKnown(
    `cart-tabs:${useUsername()}`,
    company && mayRead === true && (needsApproval || waiting > 0),
  );
  if (here === "cart" && isPending) {
    return areWanted ? <div className={`${styles.tabs} ${styles.room}`} aria-hidden /> : null;
  }
  if (here === "cart" ? !areWanted : mayRead === false) return null;
  // Not by matching URLs: all of them start with the cart's.
  const tab = (name: Tab) => ({
    activeOptions: { exact: true },
    "aria-current": name === here ? ("page" as const) : undefined,
  });
  return (
    <nav className={styles.tabs} aria-label={t("approvals.tabs.label")}>
      <Link to={paths.cart} {...tab("cart")}>
        {t("approvals.tabs.cart")}
      </Link>
      {(mayDecide ?? true) && (
        <Link to={paths.requests} search={{ waiting: "me" }} {...tab("waiting")}>
          {t("approvals.forYou")} <Count>{waiting > 0 && whole(waiting)}</Count>
        </Link>
      )}
      <Link to={paths.requests} search={{}} {...tab("requests")}>
        {t("approvals.title")}
      </Link>
    </nav>
  );
}

const Count = ({ children }: { children: ReactNode }) =>
  children ? <span className={styles.count}>{children}</span> : null;
